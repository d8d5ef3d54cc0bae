// The link of the group that this phone opened last is offered where one is asked for.
{
  const field = document.querySelector("#group");
  const latest = groupsStore.all()[0];
  if (latest && !field.value) field.value = location.origin + latest.href;
}
