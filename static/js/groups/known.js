// The groups that this phone knows, the latest first: [{href, name, players, at}]. Their links are their keys.
companion.groups = {
  all() {
    return (companion.phone.read("groups") ?? []).filter(({ href }) => /^(\/[\w.-]+)*\/g\/[\w.-]+$/.test(href));
  },
  remember({ href, name, players }) {
    const before = this.all().find((group) => group.href === href);
    const group = { ...before, href, name: name || before?.name, players: players ?? before?.players ?? [], at: Date.now() };
    companion.phone.write("groups", [group, ...this.all().filter((other) => other.href !== href)].slice(0, 20));
  },
  change(href, what) {
    companion.phone.write("groups", this.all().map((group) => (group.href === href ? { ...group, ...what } : group)));
  },
  forget(old) {
    companion.phone.write("groups", this.all().filter(({ href }) => href !== old));
  },
  // A form says in which group its table will be.
  tell({ name } = {}) {
    const line = document.querySelector("#in-group");
    if (!name) return;
    line.querySelector("bdi").textContent = name;
    delete line.dataset.unknown;
  },
};
