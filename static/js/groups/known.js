// The groups that this phone knows, the latest first: [{href, name, players, at}]. Their links are their keys.
companion.groups = {
  all() {
    try {
      return (JSON.parse(localStorage.getItem("groups")) ?? []).filter(({ href }) => /^(\/[\w.-]+)*\/g\/[\w.-]+$/.test(href));
    } catch {
      return [];
    }
  },
  remember({ href, name, players }) {
    const known = this.all().find((group) => group.href === href);
    const group = { href, name: name || known?.name, players: players ?? known?.players ?? [], at: Date.now() };
    const groups = [group, ...this.all().filter((other) => other.href !== href)].slice(0, 20);
    try { localStorage.setItem("groups", JSON.stringify(groups)); } catch { /* blocked or full: not remembered */ }
  },
  // The link of a group was replaced from this phone.
  move(old, href) {
    const groups = this.all().map((group) => (group.href === old ? { ...group, href } : group));
    try { localStorage.setItem("groups", JSON.stringify(groups)); } catch { /* blocked: none was known */ }
  },
  forget(old) {
    try { localStorage.setItem("groups", JSON.stringify(this.all().filter(({ href }) => href !== old))); } catch { /* none */ }
  },
  // A form says in which group its table will be.
  tell({ name } = {}) {
    const told = document.querySelector("#in-group");
    if (!name) return;
    told.querySelector("bdi").textContent = name;
    delete told.dataset.unknown;
  },
};
