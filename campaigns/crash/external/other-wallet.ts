import { keccak256, parseGwei, type Hash } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { ExternalPaymentView } from '../../../src/shared/external/views.ts'
import type { SimClock } from '../../world/clock.ts'
import type { SimChain } from '../../world/sim-chain.ts'
import { key } from '../../world/sim-state.ts'
import { signTransfer, transferOf, type PlainTransfer } from './pay-elsewhere.ts'

/** How another wallet pays what Till asks for. */
export const waysToPay = [
  'exact',
  'too-little',
  'too-much',
  'late',
  'twice',
  'other-token',
  'other-sender',
  'sped-up',
  'stopped',
  'pair',
  'undone',
] as const
export type WayToPay = (typeof waysToPay)[number]

/** A wallet that holds the watched account's key and survives every process of Till. */
export interface OtherWallet {
  /** The hashes of everything that it signed with the account. */
  readonly sent: ReadonlySet<Hash>
  /** The hashes of what a stranger paid, which Till asks about. */
  readonly ofStrangers: ReadonlySet<Hash>
  /** Whether it was asked to pay. */
  hasBegun(): boolean
  /** Pays what Till shows, once however often it is asked to. */
  pay(asked: ExternalPaymentView): void
  /** Returns what it signed with the account and is in a block. */
  mined(): Hash[]
  /** Whether all that it was asked to pay is final. */
  isDone(): boolean
}

/** The chain on which it pays. */
export interface WalletWorld {
  readonly clock: SimClock
  readonly chain: SimChain
  readonly account: PrivateKeyAccount
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** The price was promised for a quarter of an hour. */
const LATE_MS = 16 * MINUTE
/** Between two payments, as a person makes them. */
const PAUSE_MS = 3 * SECOND
/** More than `LOW_FEE`, so that what offers that waits. */
const BASE_FEE = parseGwei('4')
const LOW_FEE = parseGwei('2.5')

const stranger = privateKeyToAccount(`0x${'6'.repeat(64)}`)

/** Opens another wallet that pays in the given way. */
export function openOtherWallet({ clock, chain, account }: WalletWorld, way: WayToPay): OtherWallet {
  const sent = new Set<Hash>()
  const ofStrangers = new Set<Hash>()
  const begun = new Set<string>()
  // A reorganisation takes back everything but the first block.
  if (way === 'other-sender') chain.give(stranger.address, 10n ** 18n, 10n ** 9n)
  let nextNonce = 0
  let paying = 0

  /** Signs a transfer and sends it until its nonce is used for good. */
  async function send(transfer: PlainTransfer, payer: PrivateKeyAccount = account): Promise<void> {
    const raw = await signTransfer(payer, transfer)
    const hash = keccak256(raw)
    ;(payer === account ? sent : ofStrangers).add(hash)
    const isUsed = (): boolean => (chain.finalized().state.nonces.get(key(payer.address)) ?? 0) > transfer.nonce
    const isKnown = (): boolean => chain.find(hash) !== null || chain.pool().some((one) => one.hash === hash)
    while (!isUsed()) {
      if (!isKnown()) await chain.submit(raw).catch(() => undefined)
      await clock.sleep(SECOND)
    }
  }

  /** Sends a wrong amount, whose block is reorganised, and then the right amount in its place. */
  async function payUndone(wrong: PlainTransfer, units: bigint): Promise<void> {
    const raw = await signTransfer(account, wrong)
    const hash = keccak256(raw)
    sent.add(hash)
    // Till may see it before it is undone.
    chain.holdFinality(true)
    await chain.submit(raw)
    await clock.until(() => chain.find(hash) !== null, MINUTE)
    await clock.sleep(2 * PAUSE_MS)
    const mined = chain.find(hash)
    if (mined !== null) chain.reorg(chain.head().number - mined.block.number + 1, true)
    chain.holdFinality(false)
    await send({ ...wrong, units })
    // The network's own reorganisations may bring the wrong one back, which used the nonce then.
    if (chain.find(hash) !== null) await send({ ...wrong, units, nonce: nextNonce++ })
  }

  async function payInItsWay(asked: ExternalPaymentView): Promise<void> {
    const exact = transferOf(asked)
    const own = (change: Partial<PlainTransfer> = {}): PlainTransfer => ({ ...exact, nonce: nextNonce++, ...change })
    const both = async (first: PlainTransfer, then: () => Promise<void>): Promise<void> => {
      const sending = send(first)
      await clock.sleep(PAUSE_MS)
      await Promise.all([sending, then()])
    }
    if (way === 'late') await clock.sleep(LATE_MS)
    if (way === 'too-much') return send(own({ units: exact.units + 1n }))
    if (way === 'too-little') return both(own({ units: exact.units - 1n }), () => send(own()))
    if (way === 'twice') return both(own(), () => send(own()))
    if (way === 'undone') return payUndone(own({ units: exact.units - 1n }), exact.units)
    if (way === 'other-token') return both(own({ token: otherToken(chain, exact) }), () => send(own()))
    if (way === 'other-sender') {
      await send({ ...exact, nonce: 0 }, stranger)
    }
    if (way === 'sped-up') {
      chain.setBaseFee(BASE_FEE)
      const slow = own({ maxFee: LOW_FEE })
      return both(slow, () => send({ ...exact, nonce: slow.nonce }))
    }
    return send(own())
  }

  return {
    sent,
    ofStrangers,
    hasBegun: () => begun.size > 0,
    pay(asked) {
      if (begun.has(asked.id)) return
      begun.add(asked.id)
      paying++
      void payInItsWay(asked).then(() => paying--)
    },
    mined: () => [...sent].filter((hash) => chain.find(hash) !== null),
    isDone: () => begun.size > 0 && paying === 0,
  }
}

function otherToken({ contracts }: SimChain, { token }: Pick<PlainTransfer, 'token'>): PlainTransfer['token'] {
  const other = contracts.tokens.find(({ address }) => key(address) !== key(token))
  if (!other) throw new Error('There is no other token')
  return other.address
}
