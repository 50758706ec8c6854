import { encodeFunctionData, erc20Abi, parseAbi, parseGwei, type Address, type Hash } from 'viem'
import { vi } from 'vitest'
import {
  claimableView,
  claimOfferView,
  claimView,
  type ClaimableView,
  type ClaimOfferView,
  type ClaimView,
} from '../../shared/claims/views.ts'
import type { TokenKey } from '../purchases/sandbox-controls.ts'
import { failing, type TestSandbox, type TestTill } from '../purchases/context.ts'
import { chooseEscrow, type EscrowContracts } from '../purchases/escrow.ts'
import { readPurchase } from '../../main/purchases/purchase-repository.ts'

const escrowAbi = parseAbi([
  'struct EscrowRecord { uint256 id; string serviceRef; address fulfiller; address token; string externalID; address payer; uint256 tokenAmount; uint256 feeAmount; uint256 fiatAmount; uint256 entryTime; string receiptURI; uint8 status; }',
  'function record(uint256 id) view returns (EscrowRecord)',
  'function recordsOf(address payer) view returns (uint256[])',
  'function getERC20RefundsFor(address token, address refundee, uint256 serviceID) view returns (uint256)',
  'function withdrawERC20Refund(uint256 serviceID, address token, address refundee)',
  'function withdrawERC20Refund(uint256 serviceID, uint256 recordId)',
])

/** A failed purchase that was paid through Meadow's escrow, with everything tests ask about its refund. */
export interface FailedPurchase {
  readonly id: string
  readonly serviceId: bigint
  readonly token: Address
  readonly total: bigint
  recordId(): Promise<bigint>
  find(): Promise<ClaimableView>
  /** Waits until its refund is in `state`. */
  until(state: ClaimableView['state']): Promise<ClaimableView>
  offer(): Promise<ClaimOfferView>
  claim(): Promise<ClaimView>
  /** Waits until a claim satisfies `holds`. */
  claimed(claimId: string, holds: (view: ClaimView) => boolean): Promise<ClaimView>
  /** Reads the refunds that the escrow authorized for the wallet, in units. */
  authorized(): Promise<bigint>
  balance(): Promise<bigint>
}

/** Buys a failing product through the escrow, and waits until the service reports the failure. */
export async function buyFailing(
  sandbox: TestSandbox,
  till: TestTill,
  contracts: EscrowContracts,
  { token: key = 'usdc' as TokenKey, until = 'failed' as 'failed' | 'registered' } = {},
): Promise<FailedPurchase> {
  const choice = await chooseEscrow(sandbox, till, contracts, { token: key, sku: failing })
  const { id } = await till.confirm(await till.purchases.quote(till.service, choice, null), {
    acceptCoin: true,
    acceptFee: true,
  })
  await till.until(id, ({ registration }) => registration.state === 'registered')
  if (until === 'failed') await till.checkUntil(id, ({ status }) => status === 'failed')
  const record = readPurchase(till.ledger, id)
  const total = record?.terms.payment.units ?? 0n
  const serviceId = BigInt(record?.terms.payment.escrow?.serviceId ?? 0)
  const { address: token } = choice.token
  const vault = contracts['BandoERC20FulfillableProxy'] ?? '0x'
  const read = sandbox.rpc('meadow').readContract
  const position = (await recordsOf(sandbox, till, contracts)).length - 1
  const find = async () => claimableView.parse(await till.spending.claims.find(id))
  return {
    id,
    serviceId,
    token,
    total,
    find,
    recordId: async () => (await recordsOf(sandbox, till, contracts))[position] ?? 0n,
    until: (state) =>
      vi.waitUntil(
        async () => {
          const view = await find().catch(() => null)
          return view?.state === state ? view : false
        },
        { timeout: 20_000, interval: 100 },
      ),
    offer: async () => claimOfferView.parse(await till.spending.claims.offer(id)),
    async claim() {
      const { offerKey } = await till.spending.claims.offer(id)
      return claimView.parse(await till.spending.claims.confirm(offerKey, false))
    },
    claimed: (claimId, holds) =>
      vi.waitUntil(
        () => {
          const view = claimView.parse(till.spending.claims.get(claimId))
          return holds(view) ? view : false
        },
        { timeout: 20_000, interval: 50 },
      ),
    authorized: () =>
      read({
        address: vault,
        abi: escrowAbi,
        functionName: 'getERC20RefundsFor' as const,
        args: [token, till.address, serviceId],
      }),
    balance: () => read({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [till.address] }),
  }
}

/** Creates two waiting refunds of the same amount, and a third deposit that the escrow still holds. */
export async function twoOfOneSum(
  sandbox: TestSandbox,
  till: TestTill,
  contracts: EscrowContracts,
): Promise<{ first: FailedPurchase; second: FailedPurchase }> {
  const first = await buyFailing(sandbox, till, contracts)
  await first.until('ready')
  await sandbox.control('settings', { deliverySeconds: 6_000 }, 'PATCH')
  await buyFailing(sandbox, till, contracts, { until: 'registered' })
  await sandbox.control('settings', { deliverySeconds: 0 }, 'PATCH')
  const second = await buyFailing(sandbox, till, contracts)
  await vi.waitUntil(async () => (await second.authorized()) === first.total + second.total, { timeout: 15_000 })
  return { first, second }
}

/** Reads the ids of a wallet's records, oldest first. */
export function recordsOf(
  sandbox: TestSandbox,
  { address: payer }: TestTill,
  contracts: EscrowContracts,
): Promise<readonly bigint[]> {
  const address = contracts['BandoERC20FulfillableProxy'] ?? '0x'
  return sandbox.rpc('meadow').readContract({ address, abi: escrowAbi, functionName: 'recordsOf', args: [payer] })
}

/** Withdraws a refund with another program; marks the nonce as reconciled. */
export async function withdrawElsewhere(
  sandbox: TestSandbox,
  till: TestTill,
  contracts: EscrowContracts,
  args: readonly [bigint, bigint] | readonly [bigint, Address, Address],
): Promise<Hash> {
  const rpc = sandbox.rpc('meadow')
  const nonce = await rpc.getTransactionCount({ address: till.address })
  const raw = await till.account.signTransaction({
    type: 'eip1559',
    chainId: sandbox.network('meadow').chainId,
    nonce,
    to: contracts['BandoRouterProxy'] ?? '0x',
    data: encodeFunctionData({ abi: escrowAbi, functionName: 'withdrawERC20Refund', args } as never),
    gas: 400_000n,
    maxFeePerGas: parseGwei('50'),
    maxPriorityFeePerGas: parseGwei('5'),
  })
  const hash = await rpc.sendRawTransaction({ serializedTransaction: raw })
  const { status } = await rpc.waitForTransactionReceipt({ hash, pollingInterval: 100 })
  if (status !== 'success') throw new Error('The withdrawal reverted')
  await till.reconcile('meadow', nonce + 1)
  return hash
}
