// The rules are searched while somebody types: the parts that have all the words stay, and the words are marked.
const field = document.querySelector("#search");
if (!field) return;
const found = document.querySelector("#found");
const parts = document.querySelectorAll(".rules > section");

// A typed hyphen finds a true minus, a straight apostrophe a curly one.
const pattern = (word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/-/g, "[-−–]").replace(/'/g, "['’]");

const textsIn = (part) => {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("svg")) texts.push(walker.currentNode);
  return texts;
};

const unmark = (mark) => {
  const { parentNode } = mark;
  mark.replaceWith(...mark.childNodes);
  parentNode.normalize();
};

const mark = (text, words) => {
  const hits = [...text.data.matchAll(words)].reverse();
  for (const hit of hits) {
    const word = text.splitText(hit.index);
    word.splitText(hit[0].length);
    const mark = document.createElement("mark");
    word.replaceWith(mark);
    mark.append(word);
  }
  return hits.length;
};

const search = () => {
  document.querySelectorAll(".rules mark").forEach(unmark);
  const words = field.value.split(/\s+/).filter(Boolean).map(pattern);
  let places = 0;
  for (const part of parts) {
    const texts = textsIn(part);
    const read = texts.map(({ data }) => data).join(" ");
    part.hidden = !words.every((word) => new RegExp(word, "iu").test(read));
    document.querySelector(`.contents [href="#${part.id}"]`).parentElement.hidden = part.hidden;
    if (words.length && !part.hidden) for (const text of texts) places += mark(text, new RegExp(words.join("|"), "giu"));
  }
  found.textContent = !words.length ? "" : places ? `${found.dataset.places} ${places}` : found.dataset.none;
};

const clear = () => { field.value = ""; search(); };

field.addEventListener("input", search);
field.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") clear();
  if (key === "Enter") field.blur(); // so that a phone's keyboard gives way to what was found
});
// A link to a part that the search has put away brings it back.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a[href^='#']");
  if (link && document.querySelector(link.hash).closest("[hidden]")) clear();
});
