import type { Hash } from 'viem'
import { isBlind, type DrawnNetwork } from '../world/rpc/draw-network.ts'
import type { Random } from '../world/random.ts'
import { payIntoEscrow, withdrawFrom } from '../world/sim-escrow-calls.ts'
import { balanceKey, type EscrowBooks, type EscrowRecord } from '../world/sim-escrow-books.ts'
import { createOperator, escrowOf, type SimOperator } from '../world/sim-operator.ts'
import type { SimServiceOptions } from '../world/sim-service.ts'
import { watchEscrow, type Plot, type Scene } from './watch-escrow.ts'
import type { SimChain } from '../world/sim-chain.ts'

const always = ['paused'] as const
const ofRefunds = [
  ...always,
  /** Another program with the same key withdraws the refund as soon as possible, or just before Till does. */
  'withdrawn-first',
  'outrun',
  /** A second refund is authorised between Till's signature and the block. */
  'grows',
  /** The service delivers after all, while a second refund of the same payer waits. */
  'delivered',
  /** A reorg removes the blocks with the withdrawal. */
  'reorged',
] as const

/** Another program has a second refund in the escrow and withdraws the record of Till's payment twice. */
const ofRecords = [...ofRefunds, 'withdrawn-twice'] as const
/** The contract's code is upgraded on the way. */
const ofSums = [...ofRefunds, 'upgraded'] as const

/** What goes wrong with an escrow. */
export type EscrowFault = (typeof ofRecords | typeof ofSums)[number]

/** The faults that can make a transaction of Till revert. */
const reverting: readonly EscrowFault[] = ['paused', 'upgraded', 'withdrawn-twice']

/** Draws a fault for a purchase paid into an escrow; null for any other. */
export function drawEscrowFault(
  random: Random,
  { shape, fails }: Pick<SimServiceOptions, 'shape' | 'fails'>,
): EscrowFault | null {
  if (shape !== 'escrow' || random.below(3) === 0) return null
  return fails ? random.pick<EscrowFault>(fails === 'claim-sum' ? ofSums : ofRecords) : random.pick(always)
}

/** Whether a network shows the effects of a fault. Where no node has receipts, nothing proves that a transaction reverted. */
export function isSeen(escrowFault: EscrowFault, network: DrawnNetwork): boolean {
  return !(isBlind(network) && reverting.includes(escrowFault))
}

/** Stages a fault on a chain. Till must send to the returned chain. */
export function stageFault(escrowFault: EscrowFault, scene: Scene): SimChain {
  return watchEscrow(scene, plots[escrowFault](scene, createOperator(scene.clock, scene.chain)))
}

const plots: Readonly<Record<EscrowFault, (scene: Scene, operator: SimOperator) => Plot>> = {
  'withdrawn-first': (scene) => ({
    onRefund: (record) => void scene.clock.timer(scene.random.below(8_000), () => void withdraw(scene, record)),
  }),
  outrun: (scene) => ({ onWithdrawal: (record) => void withdraw(scene, record) }),
  'withdrawn-twice': (scene, operator) => ({
    onRecord: (record) => void payInVain(scene, operator, record),
    onRefund: async (record) => {
      await scene.clock.sleep(scene.random.below(10_000))
      for (let times = 0; times < 2; times++) await withdraw(scene, record)
    },
  }),
  grows(scene, operator) {
    let paid: Promise<(Hash | null)[]> = Promise.resolve([])
    return {
      onRecord: (record) => void (paid = payTwice(scene, record)),
      async onWithdrawal() {
        // The older code authorises a second refund only if as much is still deposited.
        const [failing, other] = await paid
        if (failing) operator.decideUntilFinal(failing, 'failed')
        if (other) scene.clock.timer(10_000, () => operator.decideUntilFinal(other, 'success'))
      },
    }
  },
  delivered: (scene, operator) => ({ onRecord: (record) => void payInVain(scene, operator, record) }),
  paused(scene, operator) {
    function pause(ms: number): void {
      operator.pause(true)
      scene.clock.timer(ms, () => operator.pause(false))
    }
    return { onPayment: () => pause(40_000), onWithdrawal: () => pause(20_000) }
  },
  reorged: ({ chain, random }) => ({
    onWithdrawn: () => chain.reorg(1 + random.below(chain.finalityDepth), random.below(2) === 0),
  }),
  upgraded({ random }, operator) {
    const upgrade = (): void => void operator.upgrade('1.1')
    return random.below(2) === 0 ? { onRefund: upgrade } : { onWithdrawal: upgrade }
  },
}

/** Lets the other program withdraw a refund while any is waiting. */
async function withdraw({ chain, other }: Scene, { id, serviceId, token, payer }: EscrowRecord): Promise<void> {
  const books = (): EscrowBooks => chain.head().state.escrow
  const isWaiting = (): boolean => (books().refunds.get(balanceKey(token, payer, serviceId)) ?? 0n) > 0n
  const one = { serviceId, recordId: id, token, payer }
  await other.send(withdrawFrom(escrowOf(chain), books().generation, one), isWaiting)
}

/** Lets the other program pay as much as Till did. */
function pay({ chain, other }: Scene, { token, payer, tokenAmount, feeAmount }: EscrowRecord): Promise<Hash | null> {
  const escrow = escrowOf(chain)
  chain.permit(token, payer, escrow.router, tokenAmount + feeAmount)
  return other.send(payIntoEscrow(escrow, { payer, token, units: tokenAmount }))
}

async function payTwice(scene: Scene, record: EscrowRecord): Promise<(Hash | null)[]> {
  return [await pay(scene, record), await pay(scene, record)]
}

async function payInVain(scene: Scene, operator: SimOperator, record: EscrowRecord): Promise<void> {
  const paid = await pay(scene, record)
  if (paid) operator.decideUntilFinal(paid, 'failed')
}
