/** Returns the text that a screen reader reads in `node`, with one space between elements. */
export function spokenText(node: Node | null | undefined): string {
  return spoken(node).replace(/\s+/g, ' ').trim()
}

function spoken(node: Node | null | undefined): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
  return [...node.childNodes].map(spoken).join(' ')
}
