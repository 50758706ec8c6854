import { pad, type Address } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Chain, ListedTransfer } from '../../chain/chain.ts'
import type { EscrowRefund } from '../../chain/read/escrow/read-escrow-refund.ts'
import { openTestRefunds, PAID_IN, payee, router, stranger, units } from '../../../testing/purchases/refunds.ts'
import type { TestRefunds } from '../../../testing/purchases/refunds.ts'
import { from, terms } from '../../../testing/purchases/ledger.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { judgeWithdrawal } from './judge-withdrawal.ts'
import { readClaimable } from './read-claimable.ts'

const [vault, token] = [payee, terms.token.address ?? from]
const fee = 100_000n

let sandbox: TestRefunds
beforeEach(() => {
  sandbox = openTestRefunds()
})
afterEach(() => sandbox.dispose())

interface Shown {
  /** The deposit of the payment, as most nodes show it. */
  readonly deposit?: { readonly vault?: Address; readonly serviceId?: bigint } | null
  readonly refund?: Partial<EscrowRefund>
  readonly withdrawn?: readonly { readonly recordId: bigint | null; readonly units: bigint }[]
  readonly instance?: string
  readonly known?: Address | null
}

/** A failed purchase whose payment is record 5 of an escrow, and a context over a chain that shows this of it. */
function inEscrow({ deposit = {}, refund = {}, withdrawn = [], instance = '7:0x0', known = vault }: Shown) {
  const id = sandbox.failed({ shape: 'router', recipient: router })
  const escrow = { serviceId: '7', units: String(units - fee), fee: String(fee), vault: known }
  const sql = "UPDATE purchases SET terms = json_set(terms, '$.payment.escrow', json(?)) WHERE id = ?"
  sandbox.context.ledger.prepare(sql).run(JSON.stringify(escrow), id)
  const chain = {
    instance: async () => instance,
    escrowDeposit: async () => deposit && { vault, recordId: 5n, serviceId: 7n, ...deposit },
    escrowRefund: async () => ({
      payer: from,
      token,
      units: units - fee,
      fee,
      status: 'failed',
      authorized: units,
      ...refund,
    }),
    escrowWithdrawals: async () => withdrawn,
  } as unknown as Chain
  const service = () => ({ profile: {} })
  const context = { ...sandbox.context, service, chain: () => chain } as unknown as PurchaseContext
  return { context, chain, record: sandbox.record(id) }
}

async function judge(shown: Shown, changed: Partial<ListedTransfer> = {}): Promise<string> {
  const { context, chain, record } = inEscrow(shown)
  const hash = pad('0x1', { size: 32 })
  const transfer: ListedTransfer = {
    hash,
    logIndex: 0,
    token,
    from: vault,
    to: from,
    units,
    blockNumber: PAID_IN,
  } as never
  return judgeWithdrawal(context, chain, record, { ...transfer, ...changed })
}

const spent = { status: 'failed', authorized: units - 1n } as const
const of = (recordId: bigint | null, sum = units) => ({ withdrawn: [{ recordId, units: sum }] })

it.each<[string, string, Shown]>([
  ['own', 'of its record', of(5n)],
  ['own', 'of its record, next to another', { withdrawn: [...of(6n).withdrawn, ...of(5n).withdrawn] }],
  ['own', 'of everything, after which nothing waits for it', { ...of(null), refund: spent }],
  ['unclear', 'of everything, while the escrow still holds as much', of(null)],
  [
    'unclear',
    'of everything, although its record was withdrawn separately',
    { ...of(null), refund: { status: 'refunded' } },
  ],
  ['other', 'of another record', of(6n)],
  ['other', 'of another record, while its own was withdrawn separately', { ...of(6n), refund: { status: 'refunded' } }],
  ['unclear', 'of another record, which may have taken its coins', { ...of(6n), refund: spent }],
  ['unclear', 'that no node shows', {}],
  ['unclear', 'of its record, but of another amount', of(5n, units - 1n)],
  ['unclear', 'of its record, while most nodes do not show its deposit', { ...of(5n), deposit: null }],
])('is %s: a withdrawal %s', async (verdict, _, shown) => expect(await judge(shown)).toBe(verdict))

it('is unclear from another vault than its own', async () => {
  expect(await judge({ ...of(5n), known: null }, { from: stranger })).toBe('unclear')
})

it.each<[string, string, Shown]>([
  ['ready', 'fits', {}],
  ['pending', 'is pending', { refund: { status: 'pending' } }],
  ['delivered', 'is delivered', { refund: { status: 'delivered' } }],
  ['withdrawn', 'was withdrawn', { refund: { status: 'refunded' } }],
  ['withdrawn', 'failed, but has less left than was paid', { refund: spent }],
  ['unread', 'is of another payer', { refund: { payer: stranger } }],
  ['unread', 'is of another coin', { refund: { token: stranger } }],
  ['unread', 'is of another amount', { refund: { units: units - fee - 1n, fee: fee + 1n } }],
  ['unread', 'has another fee', { refund: { fee: fee + 1n } }],
  ['unread', 'is in another vault than was signed for', { deposit: { vault: stranger } }],
  ['unread', 'is of another service', { deposit: { serviceId: 8n } }],
  ['ready', 'is in a vault that the service did not name', { known: null, deposit: { vault: stranger } }],
])('is %s: a refund whose record %s', async (state, _, shown) => {
  const { context, record } = inEscrow(shown)
  expect(await readClaimable(context, record)).toMatchObject({ state })
})

it('is not read from another chain', async () => {
  const { context, record } = inEscrow({ instance: '8:0x0' })
  await expect(readClaimable(context, record)).rejects.toMatchObject({ code: 'network-mismatch' })
})
