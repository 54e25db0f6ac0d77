/**
 * Does what the translation of Chrome and Edge does to a page: each text moves into two `font` elements, as a new text
 * node. The old node is out of the page, and what is written to it is never seen.
 */
export function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '') continue;
    const inner = document.createElement('font');
    const outer = document.createElement('font');
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  }
}
