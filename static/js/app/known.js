// What this phone has opened, the latest first: tables [{href, token, role, me, …}] and groups [{href, name, players, …}].
// The link of a table changes, its token does not; a link that has ended is empty until there is a new one, so that what
// is known of the table stays.
const { phone } = companion;
const list = (name, kind, most) => {
  const address = new RegExp(`^(/[\\w.-]+)*/${kind}/[\\w.-]+$`);
  const all = () => phone.read(name) ?? [];
  const save = (items) => phone.write(name, items.slice(0, most));
  return {
    all,
    save,
    open: () => all().filter(({ href }) => address.test(href)),
    change: (old, what) => save(all().map((one) => (one.href === old ? { ...one, ...what } : one))),
  };
};
const tables = list("tables", "t", 40);
const groups = list("groups", "g", 20);
companion.tables = {
  ...tables,
  find: (token, href) => tables.all().find((table) => (token && table.token === token) || [table.href, ...(table.past ?? [])].includes(href)),
};
companion.groups = {
  ...groups,
  remember({ href, name, players }) {
    const before = groups.all().find((group) => group.href === href);
    const others = groups.open().filter((group) => group.href !== href);
    groups.save([{ ...before, href, name: name || before?.name, players: players ?? before?.players ?? [], at: Date.now() }, ...others]);
  },
  // The table that comes next belongs to it.
  pass: (group) => companion.tab.write("group", group ?? null),
  // A form says in which group its table will be.
  tell({ name } = {}) {
    const line = document.querySelector("#in-group");
    if (!name) return;
    line.querySelector("bdi").textContent = name;
    delete line.dataset.unknown;
  },
};
