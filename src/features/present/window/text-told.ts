/** The text of a part of the page as a screen reader has it: seconds that are counted would be told each time. */
export function textTold(part: Element): string {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement?.closest("[aria-hidden=true]") == null) text += node.textContent;
  return text.replaceAll(/\s+/g, " ").trim();
}
