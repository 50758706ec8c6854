/** Returns whether a host name is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Returns whether `address` is https, or http on this machine's loopback: Till talks to no others. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}
