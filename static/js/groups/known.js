// The groups that this phone knows, the latest first: [{href, name, players, at}]. Their links are their keys.
companion.groups = {
  all() {
    return (companion.phone.read("groups") ?? []).filter(({ href }) => /^(\/[\w.-]+)*\/g\/[\w.-]+$/.test(href));
  },
  remember({ href, name, players }) {
    const known = this.all().find((group) => group.href === href);
    const group = { ...known, href, name: name || known?.name, players: players ?? known?.players ?? [], at: Date.now() };
    companion.phone.write("groups", [group, ...this.all().filter((other) => other.href !== href)].slice(0, 20));
  },
  // The link of a group was replaced from this phone.
  move(old, href) {
    companion.phone.write("groups", this.all().map((group) => (group.href === old ? { ...group, href } : group)));
  },
  forget(old) {
    companion.phone.write("groups", this.all().filter(({ href }) => href !== old));
  },
  // A form says in which group its table will be.
  tell({ name } = {}) {
    const told = document.querySelector("#in-group");
    if (!name) return;
    told.querySelector("bdi").textContent = name;
    delete told.dataset.unknown;
  },
};
