import { isLoopback } from '../../shared/safe-address.ts'

const LONGEST = 2000

/** A plain explorer address: only letters, digits, dots, dashes and slashes after the host. */
const plain = /^https?:\/\/(?:[\w.-]+|\[::1\])(?::\d{1,5})?(?:\/[\w./-]*)?(?:[?#].*)?$/i

/** A service profile's rules for explorers that may be opened. */
export interface KnownExplorers {
  /** Hosts, with the port unless it is the default one. */
  readonly explorerHosts: readonly string[]
  /** The service's own address. */
  readonly baseUrl: string
}

/**
 * Returns the block explorer's page of a transaction, or null if Till does not open it. The address comes from the service and is not
 * trusted. It must be https to a host that the profile names, or local if the service is local. It must not contain a user, a backslash, an
 * escape or any other character that programs parse differently. Its query and fragment are removed.
 */
export function explorerUrl(explorer: string, hash: string, known: KnownExplorers | null): string | null {
  return /^0x[0-9a-f]{64}$/i.test(hash) ? pageOf(explorer, `tx/${hash}`, known) : null
}

/** Returns the block explorer's page of an account, under the same rules. */
export function accountUrl(explorer: string, address: string, known: KnownExplorers | null): string | null {
  return /^0x[0-9a-f]{40}$/i.test(address) ? pageOf(explorer, `address/${address}`, known) : null
}

function pageOf(explorer: string, path: string, known: KnownExplorers | null): string | null {
  if (known === null || explorer.length > LONGEST || !plain.test(explorer) || !URL.canParse(explorer)) return null
  const url = new URL(explorer)
  const isHere = isLoopback(url.hostname)
  const isKnown = isHere
    ? isLoopback(new URL(known.baseUrl).hostname)
    : url.protocol === 'https:' && known.explorerHosts.includes(url.host)
  if (!isKnown) return null
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`
  url.search = ''
  url.hash = ''
  return url.href
}
