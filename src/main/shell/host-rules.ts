/**
 * Returns a window's `host-resolver-rules` (a switch of Chromium): nothing resolves, except this machine in development, for hot reload.
 * WebRTC and preconnects get past the content policy and past interception, and Till answers its own pages by interception.
 */
export function hostRules(development: boolean): string {
  return `MAP * ~NOTFOUND${development ? ', EXCLUDE 127.0.0.1' : ''}`
}
