// The link of the group that this phone opened last is offered where one is asked for.
const field = document.querySelector("#group");
if (!field) return;
const latest = companion.groups.all()[0];
if (latest && !field.value) field.value = location.origin + latest.href;
field.form.addEventListener("submit", () => {
  const group = companion.groups.all().find(({ href }) => field.value.endsWith(href));
  companion.tab.write("group", group ?? null);
});
