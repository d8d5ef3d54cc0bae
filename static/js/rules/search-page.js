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

const mark = (text, words) => {
  const hits = [...text.data.matchAll(words)].reverse();
  for (const { index, 0: word } of hits) {
    text.splitText(index).splitText(word.length);
    text.nextSibling.replaceWith(Object.assign(document.createElement("mark"), { textContent: word }));
  }
  return hits.length;
};

const search = () => {
  for (const one of document.querySelectorAll(".rules mark")) one.replaceWith(one.textContent);
  document.querySelector(".rules").normalize();
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
