import { encodeFunctionData, erc20Abi, parseGwei, type Address } from 'viem'
import { vi } from 'vitest'
import {
  allowancesView,
  revocationView,
  type AllowancesView,
  type AllowanceView,
  type RevocationView,
} from '../../shared/allowances/views.ts'
import type { ProfileInput } from '../../shared/services/profile.ts'
import type { TestSandbox, TestTill } from '../purchases/context.ts'
import { tokenOf, type NetworkKey, type TokenKey } from '../purchases/sandbox-controls.ts'
import type { Allowances } from '../../main/allowances/create-allowances.ts'
import { findNewestRevocation, type RevocationRecord } from '../../main/allowances/revocation-repository.ts'

/** A stranger's contract. */
export const stranger: Address = `0x${'7e'.repeat(20)}`

export interface TestAllowances {
  readonly allowances: Allowances
  /** The events that the allowances emitted. */
  emitted(): AllowancesView[]
  list(): Promise<AllowanceView[]>
  /** Returns the only allowance; throws where there is none or more than one. */
  single(): Promise<AllowanceView>
  /** Waits until the list satisfies `holds`. */
  until(holds: (rows: AllowanceView[]) => boolean): Promise<AllowanceView[]>
  revoke(id: string): Promise<AllowancesView>
  /** Waits until a revocation satisfies `holds`. */
  revocation(id: string, holds: (view: RevocationView) => boolean): Promise<RevocationView>
}

/** Opens the allowances over the current process of `till`. */
export function openTestAllowances(
  till: TestTill,
  networks: readonly NetworkKey[] = ['harbour', 'meadow'],
): TestAllowances {
  till.listed.networks = networks
  const { allowances } = till.spending
  const emitted = (): AllowancesView[] =>
    till.events.flatMap(({ name, payload }) => (name === 'allowances.changed' ? [allowancesView.parse(payload)] : []))
  const list = async (): Promise<AllowanceView[]> =>
    allowancesView.parse(await allowances.list(true)).flatMap((network) => network.allowances)
  return {
    allowances,
    emitted,
    list,
    async single() {
      const [row, ...others] = await list()
      if (!row || others.length > 0) throw new Error(`Not one allowance: ${JSON.stringify([row, ...others])}`)
      return row
    },
    async until(holds) {
      return vi.waitUntil(
        async () => {
          const rows = await list()
          return holds(rows) ? rows : false
        },
        { timeout: 20_000, interval: 100 },
      )
    },
    async revoke(id) {
      const { offerKey } = await allowances.offer(id)
      return allowances.confirm(offerKey, false)
    },
    async revocation(id, holds) {
      return vi.waitUntil(
        () => {
          const view = revocationView.parse(allowances.revocation(id))
          return holds(view) ? view : false
        },
        { timeout: 20_000, interval: 50 },
      )
    },
  }
}

/** Creates a wallet on harbour that lets a stranger's contract take 20 USDC. */
export async function withAllowance(
  sandbox: TestSandbox,
  profile: Partial<ProfileInput> = {},
): Promise<{ till: TestTill; fixture: TestAllowances; id: string }> {
  const till = await sandbox.till({ profile })
  await approveElsewhere(sandbox, till, { network: 'harbour', token: 'usdc', spender: stranger, units: 20_000_000n })
  const fixture = openTestAllowances(till, ['harbour'])
  const { id } = await fixture.single()
  return { till, fixture, id }
}

/** Returns the newest revocation of the allowance that `withAllowance` created. */
export async function newestRevocation(sandbox: TestSandbox, till: TestTill): Promise<RevocationRecord> {
  const chainInstance = await till.chain('harbour').instance()
  const token = tokenOf(sandbox, 'harbour', 'usdc')
  const found = findNewestRevocation(till.ledger, { chainInstance, from: till.address, token, spender: stranger })
  if (!found?.record) throw new Error('No revocation')
  return found.record
}

/** Approves `spender` for `units` of a token from outside this Till; marks the nonce as reconciled. */
export async function approveElsewhere(
  sandbox: TestSandbox,
  till: TestTill,
  one: { readonly network: NetworkKey; readonly token: TokenKey; readonly spender: Address; readonly units: bigint },
): Promise<void> {
  const rpc = sandbox.rpc(one.network)
  const nonce = await rpc.getTransactionCount({ address: till.address })
  const raw = await till.account.signTransaction({
    type: 'eip1559',
    chainId: sandbox.network(one.network).chainId,
    nonce,
    to: tokenOf(sandbox, one.network, one.token),
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [one.spender, one.units] }),
    gas: 100_000n,
    maxFeePerGas: parseGwei('50'),
    maxPriorityFeePerGas: parseGwei('5'),
  })
  const hash = await rpc.sendRawTransaction({ serializedTransaction: raw })
  await vi.waitUntil(() => rpc.getTransactionReceipt({ hash }).catch(() => null), { timeout: 10_000 })
  await till.reconcile(one.network, nonce + 1)
}

/** Reads an allowance from the chain, in units. */
export function allowanceOf(
  sandbox: TestSandbox,
  till: TestTill,
  network: NetworkKey,
  token: TokenKey,
  spender: Address,
): Promise<bigint> {
  return sandbox.rpc(network).readContract({
    address: tokenOf(sandbox, network, token),
    abi: erc20Abi,
    functionName: 'allowance' as const,
    args: [till.address, spender],
  })
}
