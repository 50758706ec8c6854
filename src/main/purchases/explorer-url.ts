import { isLoopback, isSafeAddress } from '../../shared/profile.ts'

/**
 * The block explorer's page of a transaction, or null where the service's explorer address is not https (or this machine) or its
 * host is not one the profile allows: the address comes from the service and is not trusted.
 */
export function explorerUrl(explorer: string, hash: string, allowedHosts: readonly string[]): string | null {
  if (!isSafeAddress(explorer)) return null
  const url = new URL(explorer)
  if (!isLoopback(url.hostname) && !allowedHosts.includes(url.host)) return null
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/tx/${hash}`
  url.search = ''
  url.hash = ''
  return url.href
}
