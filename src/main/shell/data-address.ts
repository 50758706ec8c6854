/** Returns an address that is a whole page itself (RFC 2397). */
export function dataAddress(html: string): string {
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
}
