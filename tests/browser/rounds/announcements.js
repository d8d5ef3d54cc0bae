// What a screen reader says by itself: a live region once for all that changes in it at a time, whatever it says.
window.announced = [];
const LIVE = "[role=status], [role=alert], [role=log], output, [aria-live=polite], [aria-live=assertive]";
const say = (region) => {
  const text = (region.innerText ?? region.textContent).replace(/\s+/g, " ").trim();
  if (text) window.announced.push(text);
};
new MutationObserver((changes) => {
  const changed = new Set();
  for (const { target, addedNodes, type } of changes) {
    const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
    const region = element?.closest(LIVE);
    if (region && (type !== "childList" || addedNodes.length)) changed.add(region);
    // A region that comes with its words: an alert is said, and so is a status that replaces another.
    for (const node of addedNodes) if (node.matches?.(LIVE)) changed.add(node); else for (const inner of node.querySelectorAll?.(LIVE) ?? []) changed.add(inner);
  }
  for (const region of changed) if (region.isConnected && !region.closest("[hidden]")) say(region);
}).observe(document, { subtree: true, childList: true, characterData: true });
