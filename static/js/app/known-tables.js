// The tables that this phone knows, the latest first: [{href, token, role, me, …}]. The link of a table changes, its token
// does not; a link that has ended is empty until there is a new one, so that what is known of the table stays.
companion.tables = {
  all() {
    return companion.phone.read("tables") ?? [];
  },
  open() {
    return this.all().filter(({ href }) => /^(\/[\w.-]+)*\/t\/[\w.-]+$/.test(href));
  },
  find(token, href) {
    return this.all().find((table) => (token && table.token === token) || [table.href, ...(table.past ?? [])].includes(href));
  },
  change(href, what) {
    this.save(this.all().map((table) => (table.href === href ? { ...table, ...what } : table)));
  },
  save(tables) {
    companion.phone.write("tables", tables.slice(0, 40));
  },
};
