import { isAddress, type Address } from 'viem'

/** The contracts of a network's escrow, as `protocolContracts` names them; null for those it does not name. */
export interface EscrowContracts {
  /** The only contract that may get an allowance. */
  readonly router: Address | null
  readonly registry: Address | null
  readonly tokenRegistry: Address | null
  readonly vault: Address | null
  /** Every contract of the escrow, those above included. */
  readonly all: readonly Address[]
}

const names = {
  router: 'BandoRouterProxy',
  registry: 'FulfillableRegistryProxy',
  tokenRegistry: 'ERC20TokenRegistryProxy',
  vault: 'BandoERC20FulfillableProxy',
} as const

/** Matches proxies and bare implementations, whose names lack `Proxy`. Coins sent or approved to an implementation are lost. */
const ofEscrow =
  /^(?:BandoRouter|BandoFulfillable|BandoERC20Fulfillable|BandoFulfillmentManager|FulfillableRegistry|ERC20TokenRegistry)(?:Proxy)?$/

/** Returns the escrow's contracts among those a network names, or null if there are none. */
export function findEscrowContracts(contracts: Readonly<Record<string, unknown>>): EscrowContracts | null {
  const named = Object.entries(contracts).filter(([name]) => ofEscrow.test(name))
  if (named.length === 0) return null
  const all = named.filter((entry): entry is [string, Address] => isContractAddress(entry[1]))
  const at = (name: string): Address | null => all.find(([known]) => known === name)?.[1] ?? null
  return {
    router: at(names.router),
    registry: at(names.registry),
    tokenRegistry: at(names.tokenRegistry),
    vault: at(names.vault),
    all: all.map(([, address]) => address),
  }
}

function isContractAddress(value: unknown): value is Address {
  return typeof value === 'string' && isAddress(value)
}
