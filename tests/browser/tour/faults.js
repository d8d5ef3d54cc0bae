// What somebody would see at once on this page: texts that are cut, broken, covered or run together, whatever lies
// beside the screen or on something else, and what a bar hides when it is scrolled to. Told as sentences.
async () => {
  "use strict";
  // Until styles and scripts have seen the size of the page, and nothing keeps a second tap off any more.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  const faults = new Set();
  const name = (element) => {
    const own = element.localName + (element.id ? `#${element.id}` : element.classList.length ? `.${element.classList[0]}` : "");
    const near = element.parentElement?.closest("[id], [class]");
    const words = (element.matches("input, select, textarea") ? element.value : element.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
    return `${near ? `${near.localName}.${near.classList[0] ?? near.id} ` : ""}${own} “${words}”`;
  };
  const tell = (what, element, other) => faults.add(`${what}: ${name(element)}${other ? ` – ${name(other)}` : ""}`);

  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const styles = new Map();
  const style = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const ancestors = function* (element) {
    for (let at = element; at; at = at.parentElement) yield at;
  };
  const isHidden = (element) =>
    !element.checkVisibility({visibilityProperty: true, opacityProperty: true}) ||
    [...ancestors(element)].some((at) => {
      const {width, height} = at.getBoundingClientRect();
      return style(at).clipPath === "inset(50%)" && Math.min(width, height) <= 1;
    });
  // A tap unfolds the whole of what ends with … in a summary; of many players beside a pad the table has the whole names.
  const shortens = (element) => style(element).textOverflow === "ellipsis" && element.closest("details:not([open]) > summary, .rows");
  const clips = (element) => /hidden|clip/.test(style(element).overflowX + style(element).overflowY);
  const scrolls = (element) => /auto|scroll/.test(style(element).overflowX + style(element).overflowY);
  const isBar = (element) => /fixed|sticky/.test(style(element).position);
  const barOf = (element) => [...ancestors(element)].find(isBar) ?? null;
  const page = document.scrollingElement;
  const [WIDTH, HEIGHT] = [page.clientWidth, page.clientHeight]; // the window's own grow with what is too wide
  const outer = (at) => at === document.body || at === page;

  // Where the ink of a text is within its line, which is higher.
  const canvas = document.createElement("canvas").getContext("2d");
  const measured = (element, text) => {
    const {fontStyle, fontWeight, fontSize, fontFamily} = style(element);
    canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    return canvas.measureText(text);
  };
  const ink = (element, text, box) => {
    const {writingMode} = style(element);
    if (writingMode.startsWith("vertical")) {
      return new DOMRect(box.x + box.width / 5, box.y, (box.width * 3) / 5, box.height);
    }
    const size = measured(element, text);
    const scale = box.height / (size.fontBoundingBoxAscent + size.fontBoundingBoxDescent);
    const above = (size.fontBoundingBoxAscent - size.actualBoundingBoxAscent) * scale;
    const below = (size.fontBoundingBoxDescent - size.actualBoundingBoxDescent) * scale;
    return new DOMRect(box.x, box.y + above, box.width, box.height - above - below);
  };

  // A word stays together up to a width that ten ordinary letters have on a phone of 360 px, or fewer of larger texts. In a
  // wide font, and as capitals, that are fewer letters.
  const LETTER = 0.55; // of the size of a font
  const line = parseFloat(style(page).fontSize) * (1 + (1.6 * parseFloat(style(document.body).letterSpacing) || 0) / parseFloat(style(document.body).fontSize));
  const most = (letters) => Math.min(letters, Math.floor((letters * WIDTH * 16) / (360 * line)));
  const letters = (element, word) => measured(element, word).width / (LETTER * parseFloat(style(element).fontSize));

  const items = [];
  const add = (element, box, isText) => {
    if (box.width < 1 || box.height < 1) return;
    let {left, top, right, bottom} = box;
    let inside = false;
    for (const at of ancestors(element.parentElement && !isText ? element.parentElement : element)) {
      if (outer(at)) break;
      if (at instanceof SVGElement && at.localName !== "svg") continue;
      if (at.localName === "svg" || !(scrolls(at) || clips(at))) continue;
      const around = at.getBoundingClientRect();
      const over = Math.max(around.left - left, right - around.right, around.top - top, bottom - around.bottom);
      if (scrolls(at)) inside = true;
      else if (isText && over > 1 && !shortens(at)) tell("cut", element);
      left = Math.max(left, around.left);
      right = Math.min(right, around.right);
      top = Math.max(top, around.top);
      bottom = Math.min(bottom, around.bottom);
    }
    if (right - left < 1 || bottom - top < 1) return;
    if (!inside && (left < -1 || right > WIDTH + 1)) tell("beside the screen", element);
    items.push({element, isText, left, top, right, bottom, bar: barOf(element), control: element.closest(CONTROLS), label: element.closest("label")});
  };

  scrollTo(0, 0);
  if (page.scrollWidth > WIDTH) faults.add(`the page is ${page.scrollWidth - WIDTH} px too wide`);

  // Texts, line by line.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || /^(SCRIPT|STYLE|TEMPLATE|OPTION|TITLE|NOSCRIPT)$/i.test(element.localName) || isHidden(element) || element.closest("svg[aria-hidden]")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()];
    for (const line of lines) add(element, ink(element, node.data, line), true);
    if (lines.length > 1) {
      for (const word of node.data.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        if (Math.max(word[0].length, letters(element, word[0])) > most(10)) continue;
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const parts = [...range.getClientRects()].filter((part) => part.width && part.height);
        const apart = style(element).writingMode.startsWith("vertical") ? "left" : "top";
        if (parts.some((part) => Math.abs(part[apart] - parts[0][apart]) > 3)) tell(`“${word[0]}” is broken`, element);
      }
    }
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (!clips(element) || shortens(element) || isHidden(element) || !element.textContent.trim() || element instanceof SVGElement) continue;
    if (![...element.childNodes].some((child) => child.data?.trim() || (child.localName && style(child).display.startsWith("inline")))) continue;
    if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4) tell("cut", element);
  }

  // Fields: what stands in one that cannot be moved to and fro must fit. A long name is read in the list that opens.
  const needed = (select) => {
    const alone = select.cloneNode();
    alone.append(select.selectedOptions[0]?.cloneNode(true) ?? "");
    alone.style.setProperty("inline-size", "max-content", "important");
    select.after(alone);
    const {width} = alone.getBoundingClientRect();
    alone.remove();
    return width;
  };
  for (const field of document.querySelectorAll("select, input:placeholder-shown")) {
    if (isHidden(field)) continue;
    if (field.localName === "select") {
      const chosen = field.selectedOptions[0]?.textContent.trim() ?? "";
      if (Math.max(chosen.length, letters(field, chosen)) < most(32) && needed(field) > field.getBoundingClientRect().width + 1) tell(`“${chosen}” is cut`, field);
    } else if (field.placeholder && measured(field, field.placeholder).width > field.clientWidth) {
      tell("cut", field);
    }
  }
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (!isHidden(control)) add(control, control.getBoundingClientRect(), false);
  }

  // Things that lie on each other. A link that fills the cell of a table has the lines of the cell.
  const faceless = (element) => {
    const {borderTopWidth, backgroundColor, backgroundImage} = style(element.closest(".sheet-tap") ?? element);
    return parseFloat(borderTopWidth) === 0 && backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none";
  };
  items.forEach((one, at) => {
    for (const other of items.slice(at + 1)) {
      if (one.bar !== other.bar || one.element === other.element) continue;
      if (one.label && one.label === other.label) continue;
      if (!one.isText && one.element.contains(other.element)) continue;
      if (!other.isText && other.element.contains(one.element)) continue;
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1 && high > 1) tell(`on each other by ${Math.round(wide)}×${Math.round(high)} px`, one.element, other.element);
      else if (
        one.isText && other.isText && one.control && other.control && one.control !== other.control &&
        wide > -8 && high > 4 && (faceless(one.control) || faceless(other.control))
      ) tell("run together", one.element, other.element);
    }
  });

  // What is scrolled to, as a control is when it gets the focus, from above and from below: it is in view, no bar lies on
  // it, and its middle takes the tap. So is whoever is active. What is higher than the room has both of its edges there.
  const ACTIVE = ".active, [aria-current=true]";
  const bars = [...document.body.querySelectorAll("*")].filter((element) => isBar(element) && !isHidden(element));
  const controls = [...document.querySelectorAll(`${CONTROLS}, ${ACTIVE}`)].filter((element) => !isHidden(element) && !element.matches(":disabled"));
  const places = new Set([...controls, ...(bars.length ? items.map((item) => item.element) : [])]);
  const taken = (element, hit) => element.contains(hit) || element.labels?.[0]?.contains(hit) || element.closest("label")?.contains(hit);
  const hitAt = (left, y) => document.elementFromPoint(Math.min(Math.max(left, 1), WIDTH - 1), y);
  for (const start of bars.length ? [0, page.scrollHeight] : [0]) {
    for (const element of places) {
      const own = barOf(element);
      if (own && !controls.includes(element)) continue;
      scrollTo(0, start);
      element.scrollIntoView({block: "nearest", inline: "nearest"});
      let box = element.getBoundingClientRect();
      const behind = (y) => {
        const bar = barOf(hitAt(box.left + box.width / 2, y) ?? page);
        if (bar && bar !== own && !bar.contains(element)) tell("behind a bar", element, bar);
        return Boolean(bar);
      };
      if (box.height > HEIGHT / 3) {
        const {scrollPaddingTop, scrollPaddingBottom} = style(page);
        const middle = (HEIGHT + parseFloat(scrollPaddingTop) - parseFloat(scrollPaddingBottom)) / 2;
        for (const edge of ["top", "bottom"]) {
          scrollBy(0, box[edge] - middle);
          box = element.getBoundingClientRect();
          const y = edge === "top" ? box.top + 3 : box.bottom - 3;
          if (y < 0 || y > HEIGHT) tell("not in view where it is scrolled to", element);
          else behind(y);
        }
        continue;
      }
      if (box.top < -1 || box.bottom > HEIGHT + 1) tell("not in view where it is scrolled to", element);
      else if (![box.top + 3, box.bottom - 3].some(behind) && controls.includes(element)) {
        const line = element.getClientRects()[0];
        if (!taken(element, hitAt(line.left + line.width / 2, line.top + line.height / 2))) tell("takes no tap", element);
      }
    }
  }
  scrollTo(0, 0);
  return [...faults];
}
