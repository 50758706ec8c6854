import { createPublicClient, http, keccak256, parseGwei, type Address, type Hash, type PublicClient } from 'viem'
import type { LocalAccount } from 'viem'
import { startSandbox, type RunningSandbox } from '../../../scripts/launch/start-sandbox.ts'
import type { Network } from '../../main/service/operations/list-networks.ts'
import type { Token } from '../../main/service/operations/list-tokens.ts'

export type NetworkKey = 'harbour' | 'meadow'
export type TokenKey = 'usdc' | 'usdt' | 'dai'

export interface LoggedRequest {
  readonly at: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly status: number | null
  readonly idempotencyKey: string | null
  readonly body: string | null
}

/** What the sandbox saw: payments and refunds from its chains, registrations from its books. */
export interface Witness {
  readonly payments: { readonly units: string; readonly amount: string; readonly symbol: string; hash: string }[]
  readonly refunds: { readonly units: string; readonly hash: string }[]
  readonly registrations: {
    readonly id: string
    readonly hash: string
    readonly idempotencyKey: string
    readonly reference: string
    readonly status: string
  }[]
}

/** A running sandbox with everything tests ask of it. */
export interface SandboxControls {
  readonly running: RunningSandbox
  control(path: string, json?: unknown, method?: string): Promise<unknown>
  fault(fault: Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[]): Promise<void>
  requests(wallet?: Address): Promise<LoggedRequest[]>
  witness(wallet: Address): Promise<Witness>
  /** Restores the initial state, with immediate deliveries and no rate limit. */
  reset(): Promise<void>
  rpc(network: NetworkKey): PublicClient
  rpcUrl(network: NetworkKey): string
  treasury(network: NetworkKey): Address
  network(key: NetworkKey): Network & { readonly tokens: readonly Token[] }
  faucet(address: Address): Promise<void>
}

let ofThisProcess: Promise<SandboxControls> | null = null

/**
 * Opens a sandbox for one test file, in its initial state: the one of the file before, where a process runs several. It ends with
 * the process. Its chains keep what was mined; who changes their contracts for good needs a sandbox of its own.
 */
export async function openSandbox(): Promise<SandboxControls> {
  ofThisProcess ??= startOwnSandbox()
  const sandbox = await ofThisProcess
  await sandbox.reset()
  return sandbox
}

/** Starts a sandbox that no other test file uses, in its initial state. */
export async function startOwnSandbox(): Promise<SandboxControls> {
  const sandbox = await startSandbox({ blockSeconds: 0.5 })
  const get = async (path: string): Promise<unknown> => (await fetch(`${sandbox.baseUrl}${path}`)).json()
  const control: SandboxControls['control'] = async (path, json = {}, method = 'POST') => {
    const answer = await fetch(`${sandbox.controlUrl}${path === '' ? '' : `/${path}`}`, {
      method,
      ...(method === 'GET' || method === 'DELETE'
        ? {}
        : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }
  const door = (await control('', undefined, 'GET')) as {
    chains: { key: NetworkKey; rpcUrl: string; treasury: Address }[]
  }
  const networks = ((await get('/api/v1/networks/')) as { data: Network[] }).data
  const tokens = new Map<string, Token[]>()
  for (const { key } of door.chains) tokens.set(key, ((await get(`/api/v1/tokens/${key}/`)) as { data: Token[] }).data)
  const rpcs = new Map(
    door.chains.map(({ key, rpcUrl }) => [key, createPublicClient({ transport: http(rpcUrl), cacheTime: 0 })]),
  )
  const of = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The sandbox has none of that')
    return value
  }
  const reset = async (): Promise<void> => {
    await control('reset')
    await control('settings', { deliverySeconds: 0, rateLimit: { requests: 1_000_000 } }, 'PATCH')
  }
  await reset()

  return {
    running: sandbox,
    control,
    fault: async (fault) => void (await control('faults', fault)),
    async requests(wallet) {
      const all = (await control('requests', undefined, 'GET')) as LoggedRequest[]
      if (wallet === undefined) return all
      return all.filter(
        ({ operation, path, body }) =>
          operation !== 'faucet' && `${path} ${body ?? ''}`.toLowerCase().includes(wallet.toLowerCase()),
      )
    },
    witness: async (wallet) => (await control(`ledger?wallet=${wallet}`, undefined, 'GET')) as Witness,
    reset,
    rpc: (key) => of(rpcs.get(key)),
    rpcUrl: (key) => of(door.chains.find((one) => one.key === key)).rpcUrl,
    treasury: (key) => of(door.chains.find((one) => one.key === key)).treasury,
    network: (key) => ({ ...of(networks.find((one) => one.key === key)), tokens: of(tokens.get(key)) }),
    faucet: (address) => faucet(sandbox, address),
  }
}

async function faucet(sandbox: RunningSandbox, address: Address): Promise<void> {
  const answer = await fetch(`${sandbox.baseUrl}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  })
  if (!answer.ok) throw new Error(`Faucet: ${await answer.text()}`)
}

/** Uses `nonce` on harbour, as another program with the same key. */
export async function useNonce(
  sandbox: SandboxControls,
  { account }: { readonly account: LocalAccount },
  nonce: number,
): Promise<Hash> {
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: sandbox.network('harbour').chainId,
    nonce,
    to: account.address,
    gas: 30_000n,
    maxFeePerGas: parseGwei('50'),
    maxPriorityFeePerGas: parseGwei('5'),
  })
  await sandbox.rpc('harbour').sendRawTransaction({ serializedTransaction: raw })
  return keccak256(raw)
}

/** Returns how many of a Till's transactions are in harbour's pool. */
export async function pendingOf(
  sandbox: SandboxControls,
  { account }: { readonly account: LocalAccount },
): Promise<number> {
  const rpc = sandbox.rpc('harbour')
  const [pending, latest] = await Promise.all([
    rpc.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    rpc.getTransactionCount({ address: account.address }),
  ])
  return pending - latest
}

/** Returns the address of one of the sandbox's tokens. */
export function tokenOf(sandbox: Pick<SandboxControls, 'network'>, network: NetworkKey, key: TokenKey): Address {
  const token = sandbox.network(network).tokens.find((one) => one.key === key)
  if (!token) throw new Error('No such token')
  return token.address as Address
}
