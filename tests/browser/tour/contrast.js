// Every field, and everything chosen, whose edge or face does not stand out from what is around it by 3:1 (WCAG 1.4.11).
// Colours are computed ones; an element that lets through what is behind it has the colour behind.
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (front, back) => [0, 1, 2].map((place) => front[3] * front[place] + (1 - front[3]) * back[place]);
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const colour = rgba(getComputedStyle(element).backgroundColor);
    return colour[3] === 1 ? colour.slice(0, 3) : over(colour, behind(element.parentElement));
  };
  const light = (colour) => {
    const [red, green, blue] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  // The colours with which an element can stand out: its borders, outline, shadow within, and its face.
  const edges = (element, outside) => {
    const style = getComputedStyle(element);
    const colours = [];
    for (const side of ["Top", "Bottom"]) if (parseFloat(style[`border${side}Width`])) colours.push(style[`border${side}Color`]);
    if (style.outlineStyle !== "none") colours.push(style.outlineColor);
    for (const [shadow] of style.boxShadow.matchAll(/rgba?\([^)]*\)(?= 0px 0px 0px [1-9])/g)) colours.push(shadow);
    if (style.backgroundImage !== "none") colours.push(...[...style.backgroundImage.matchAll(/rgba?\([^)]*\)/g)].map(([colour]) => colour));
    colours.push(style.backgroundColor);
    return colours.map((colour) => over(rgba(colour), outside));
  };
  const best = (element) => {
    const outside = behind(element.parentElement);
    return Math.max(...edges(element, outside).map((edge) => ratio(edge, outside)));
  };
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 2;
  const FIELDS = "input:not([type=hidden], [type=file], [type=radio]), select";
  const found = [];
  for (const element of [...document.querySelectorAll(FIELDS)].filter(shown)) {
    const most = best(element);
    if (most < 2.995) found.push(`${most.toFixed(2)} ${element.outerHTML.replace(/\s+/g, " ").slice(0, 100)}`);
  }
  // What is chosen is told from what is not: by its edge, its face, or a mark that only it has.
  const CHOSEN = "[aria-pressed=true], [aria-current]:not([aria-current=false]), :checked";
  for (const element of [...document.querySelectorAll(CHOSEN)].filter((one) => !one.matches("option") && shown(one))) {
    const marks = [element, ...element.parentElement.matches("label") ? element.parentElement.querySelectorAll("*") : element.querySelectorAll("*")];
    const most = Math.max(...marks.map((mark) => Math.max(best(mark), ...["::before", "::after"].map((part) => {
      const { content, borderTopColor, borderTopWidth } = getComputedStyle(mark, part);
      if (content === "none") return 1;
      return content === '""' ? (parseFloat(borderTopWidth) ? ratio(over(rgba(borderTopColor), behind(mark)), behind(mark)) : 1) : 21;
    }))));
    if (most < 2.995) found.push(`chosen ${most.toFixed(2)} ${element.outerHTML.replace(/\s+/g, " ").slice(0, 100)}`);
  }
  return found;
})()
