// Patterns for the reach of an address: this machine, a local network (RFC 1918, 3927, 4193, 6598, 6762), or anywhere.
const loopbackHost = /^(?:(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:.*\])$/
const localNetworkHost = new RegExp(
  [
    String.raw`^(?:10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|169\.254(?:\.\d+){2}`,
    String.raw`100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d+){2}|\[f[cde].*\]|[^.[]+|.*\.(?:local|internal|lan|home\.arpa))$`,
  ].join('|'),
)

function nearnessOf(url: string): number {
  const host = new URL(url).hostname.replace(/\.$/, '')
  if (loopbackHost.test(host)) return 2
  return localNetworkHost.test(host) ? 1 : 0
}

/**
 * Returns whether a service at `base` may send Till to `url`: only to addresses at least as far away as its own. Host names are judged as
 * written.
 */
export function mayRedirectTo(base: string, url: string): boolean {
  return URL.canParse(url) && nearnessOf(url) <= nearnessOf(base)
}
