// What somebody finds on a page who looks and does not know its source: by role and name, or by a selector. Returns of the
// first that is shown what is asked for: the point where a finger hits it, its text, its value, or an attribute.
(wanted, asked) => {
  const roles = {
    button: "button, summary, [role=button]",
    link: "a[href]",
    heading: "h1, h2, h3",
    group: "[role=group], fieldset",
    textbox: "input:not([type]), input[type=text], textarea",
    checkbox: "input[type=checkbox]",
    radio: "input[type=radio]",
    combobox: "select",
    row: "tr",
  };
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const shown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible";
  const spoken = (element) => {
    const copy = element.cloneNode(true);
    copy.querySelectorAll("[aria-hidden=true], [hidden], input, select").forEach((part) => part.remove());
    return plain(copy.textContent);
  };
  const nameOf = (element) => {
    const by = (element.getAttribute("aria-labelledby") || "").split(/\s+/).filter(Boolean);
    if (by.length) return by.map((id) => spoken(document.getElementById(id))).join(" ");
    if (element.hasAttribute("aria-label")) return plain(element.getAttribute("aria-label"));
    if (element.labels && element.labels.length) return spoken(element.labels[0]);
    return spoken(element);
  };
  const find = ({ css, role, name, within }) => {
    const place = within ? find(within) : document;
    const matches = (element) => shown(element) && (name === undefined || nameOf(element) === name);
    return place && [...place.querySelectorAll(css || roles[role])].find(matches);
  };
  const hit = (element) => {
    const { left, top, width, height } = element.getClientRects()[0] || element.getBoundingClientRect();
    const point = [left + width / 2, top + height / 2];
    const there = document.elementFromPoint(...point);
    return there && (element.contains(there) || (there.control || there.closest("label")?.control) === element) ? point : null;
  };
  const element = find(wanted);
  if (!element) return null;
  if (asked === "text") return plain(element.innerText);
  if (asked === "value") return element.value;
  if (asked !== "point") return element.getAttribute(asked);
  // Scripts come after the first paint: somebody who taps sees the page for a moment before.
  if (element.disabled || (document.querySelector("link[as=script]") && !("ready" in document.documentElement.dataset))) return null;
  const point = [element, ...(element.labels || [])].map(hit).find(Boolean);
  if (!point) element.scrollIntoView({ block: "center" });
  return point || null;
}
