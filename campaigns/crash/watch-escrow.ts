import { decodeFunctionData, type Hex } from 'viem'
import type { SimClock } from '../world/clock.ts'
import type { Random } from '../world/random.ts'
import type { SimChain, SimReceipt } from '../world/sim-chain.ts'
import { routerAbi } from '../world/sim-escrow-abi.ts'
import { balanceKey, recordStatus, type EscrowBooks, type EscrowRecord } from '../world/sim-escrow-books.ts'
import { key } from '../world/sim-state.ts'
import { readTransaction } from '../world/sim-transaction.ts'
import type { OtherMachine } from './other-machine.ts'

/** The setting of a purchase that is paid into an escrow. */
export interface Scene {
  readonly clock: SimClock
  readonly random: Random
  readonly chain: SimChain
  readonly other: OtherMachine
}

/** The events of such a purchase; each is called once. */
export interface Plot {
  /** Before Till's payment reaches the chain. */
  onPayment?(): void
  /** Its record is final. */
  onRecord?(record: EscrowRecord): void
  /** Its refund may be withdrawn. */
  onRefund?(record: EscrowRecord): unknown
  /** Before Till's withdrawal reaches the chain. */
  onWithdrawal?(record: EscrowRecord): unknown
  /** A block contains the withdrawal. */
  onWithdrawn?(): void
}

const POLL_MS = 1_000
const WATCHED_MS = 30 * 60_000

/** Runs a plot. The returned chain sees Till's transactions before the real one does. */
export function watchEscrow({ clock, chain, other }: Scene, plot: Plot): SimChain {
  const { address } = other.account
  const happened = new Set<string>()
  const recordIn = ({ records }: EscrowBooks): EscrowRecord | undefined =>
    records.find(({ payer }) => key(payer) === key(address))
  const isTills = ({ from, hash }: Pick<SimReceipt, 'from' | 'hash'>): boolean =>
    key(from) === key(address) && !other.sent.has(hash)

  function once(what: keyof Plot, run: () => unknown): void {
    if (happened.has(what)) return
    happened.add(what)
    run()
  }

  function poll(until: number): void {
    const { state, receipts } = chain.head()
    const [record, final] = [recordIn(state.escrow), recordIn(chain.finalized().state.escrow)]
    if (final) once('onRecord', () => plot.onRecord?.(final))
    if (record?.status === recordStatus.failed) {
      const waiting = state.escrow.refunds.get(balanceKey(record.token, record.payer, record.serviceId)) ?? 0n
      if (waiting > 0n) once('onRefund', () => plot.onRefund?.(record))
    }
    if (receipts.some((one) => isTills(one) && callOf(one.transaction?.data) === 'withdrawERC20Refund')) {
      once('onWithdrawn', () => plot.onWithdrawn?.())
    }
    if (clock.now() < until) clock.timer(POLL_MS, () => poll(until))
  }
  poll(clock.now() + WATCHED_MS)

  return {
    ...chain,
    async submit(raw) {
      const one = await readTransaction(raw, chain.chainId).catch(() => null)
      const called = one && isTills(one) ? callOf(one.data) : null
      const record = recordIn(chain.head().state.escrow)
      if (called === 'requestERC20Service') once('onPayment', () => plot.onPayment?.())
      if (called === 'withdrawERC20Refund' && record) once('onWithdrawal', () => plot.onWithdrawal?.(record))
      return chain.submit(raw)
    },
  }
}

/** Returns the function that a call to an escrow's router names; null for any other call. */
export function callOf(data: Hex = '0x'): 'requestERC20Service' | 'withdrawERC20Refund' | null {
  try {
    return decodeFunctionData({ abi: routerAbi, data }).functionName
  } catch {
    return null
  }
}
