import type { RunningSandbox } from '../../scripts/launch/start-sandbox.ts'

/** The sandbox's control door for specs: witness and trouble-maker (see src/sandbox/README.md). */
export interface SandboxControl {
  reset(): Promise<void>
  settings(changes: Record<string, unknown>): Promise<void>
  fault(
    fault: { operation: string; kind: string; times?: number; skip?: number } & Record<string, unknown>,
  ): Promise<void>
  clearFaults(): Promise<void>
  quote(override: Record<string, unknown>): Promise<void>
  /** Puts variants on sale, each as a copy of another (`like`) with changes, replacing the one with its SKU. */
  variants(variants: readonly Record<string, unknown>[]): Promise<void>
  /** Puts a variant on sale, replacing the one with its SKU. */
  putVariant(variant: { sku: string; like?: string } & Record<string, unknown>): Promise<void>
  /** Takes a variant off sale. */
  withdraw(sku: string): Promise<void>
  /** Returns the address of a network's own node. */
  rpcUrl(key: string): Promise<string>
  chain(key: string, action: Record<string, unknown>): Promise<void>
  advance(seconds: number): Promise<void>
  ledger(wallet: string): Promise<Witness>
  requests(): Promise<{ operation: string; status: number }[]>
}

/** What really happened, according to chains and service. */
export interface Witness {
  readonly payments: { network: string; hash: string; amount: string; symbol: string }[]
  readonly refunds: { hash: string; amount: string }[]
  readonly registrations: { id: string; status: string; reference: string; product: { name: string } }[]
}

/** Opens the control door of a running sandbox; every call throws on an error answer. */
export function controlSandbox({ controlUrl }: RunningSandbox): SandboxControl {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${controlUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    reset: async () => void (await call('POST', '/reset', {})),
    settings: async (changes) => void (await call('PATCH', '/settings', changes)),
    fault: async (fault) => void (await call('POST', '/faults', fault)),
    clearFaults: async () => void (await call('DELETE', '/faults')),
    quote: async (override) => void (await call('POST', '/quotes', override)),
    variants: async (variants) => void (await call('POST', '/variants', { variants })),
    putVariant: async (variant) => void (await call('POST', '/variants', { variants: [variant] })),
    withdraw: async (sku) => void (await call('DELETE', `/variants/${sku}`)),
    async rpcUrl(key) {
      const { chains } = (await call('GET', '')) as { chains: { key: string; rpcUrl: string }[] }
      const found = chains.find((chain) => chain.key === key)
      if (!found) throw new Error(`There is no network ${key}`)
      return found.rpcUrl
    },
    chain: async (key, action) => void (await call('POST', `/chains/${key}`, action)),
    advance: async (seconds) => void (await call('POST', '/clock', { advanceSeconds: seconds })),
    ledger: async (wallet) => (await call('GET', `/ledger?wallet=${wallet}`)) as Witness,
    requests: async () => (await call('GET', '/requests')) as { operation: string; status: number }[],
  }
}

/** Returns the number of requests that the service counts, without pictures and play money. */
export async function countRequests(control: SandboxControl): Promise<number> {
  return (await control.requests()).filter(({ operation }) => operation !== 'picture' && operation !== 'faucet').length
}
