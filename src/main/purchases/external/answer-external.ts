import type { Hash } from 'viem'
import { AppError } from '../../../shared/errors.ts'
import type { Chain } from '../../chain/chain.ts'
import { isStillChain } from '../../chain/is-still-chain.ts'
import type { ReadableDb } from '../../db/connections.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import { readPurchase } from '../purchase-repository.ts'
import { denyReturnBy, forgetDenials, listDenials } from './denied-returns-repository.ts'
import {
  answerFinding,
  endExternal,
  listFindings,
  markReturned,
  reopenFindings,
  writeEndedBlock,
} from './external-repository.ts'
import { idOf, type ExternalPayment, type Finding } from './external-payment.ts'
import { canRegister } from './external-view.ts'
import { chainOf, findExternal, findQuestion, type ArrivalPlace } from './external-book.ts'
import { findOnOtherNetwork } from './find-on-other-network.ts'
import { lookIn, settle, tokensOf } from './look-for-payments.ts'
import { readNativeArrival, type Group } from './read-arrivals.ts'
import { readPaymentBytes } from './read-payment-bytes.ts'
import { takePayment } from './take-payment.ts'
import { listUnusedCoins, readUnusedCoins, type UnusedCoins } from './unused-coins-repository.ts'

/** How old the newest block of a chain may be. */
const HEAD_AGE_MS = 60_000

/** Stops waiting for a payment that was not made. Throws AppError `not-found`, or `not-allowed` once it has ended. */
export function stopExternal(context: PurchaseContext, id: string): void {
  findExternal(context, id)
  if (!endExternal(context.ledger, id, 'stopped', context.now())) throw ended()
}

/**
 * Stores at which block the wait for a payment ended. If the network is silent or behind, or another one answers, that stays unknown, and
 * what arrives later is asked about too.
 */
export async function storeEndedBlock(context: PurchaseContext, id: string): Promise<void> {
  const payment = findExternal(context, id)
  try {
    const chain = chainOf(context, payment)
    const nodes = chain.nodes()
    const block = await chain.head()
    // A reset network begins again at block 0.
    if ((await chain.instance()) !== payment.chainInstance || !(await isStillChain(chain, nodes))) return
    // By the time that passed since it was asked, whatever hour this machine's clock shows.
    const passed = (payment.endedAt ?? payment.askedAt) - payment.askedAt
    if ((await chain.blockTime(block)) < payment.sinceTime + passed - HEAD_AGE_MS) return
    writeEndedBlock(context.ledger, id, block)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/**
 * Looks for payments of a group in one transaction, and returns the ids of those that changed; what the user had said of it for `id` is
 * asked again. Throws AppError `not-found` if nothing arrived by it, with the `network` that holds it if
 * that is another one, and those of a silent network.
 */
export async function lookByHash(
  context: PurchaseContext,
  id: string,
  group: Group,
  hash: Hash,
): Promise<readonly string[]> {
  const { ledger } = context
  const chain = chainOf(context, findExternal(context, id))
  // The user names it, so that it counts whenever it was sent.
  const [first, ...others] = group.map((one) => (one.id === id ? { ...one, endedBlock: null } : one))
  const changed = first ? await lookInTransaction(context, chain, [first, ...others], hash) : []
  if (reopenFindings(ledger, id, hash)) return [...changed, id]
  if (changed.length > 0) return changed
  const isKnown = group.some((one) => listFindings(ledger, one.id).some((finding) => finding.hash === hash))
  const isPayment = readPurchase(ledger, id)?.steps.some(({ signed }) => signed.some((one) => one.hash === hash))
  if (!isKnown && isPayment !== true) throw nothingArrived()
  return []
}

async function lookInTransaction(
  context: PurchaseContext,
  chain: Chain,
  group: Group,
  hash: Hash,
): Promise<readonly string[]> {
  const receipt = await chain.receipt(hash)
  if (receipt === null) throw nothingArrived(await findOnOtherNetwork(context, group[0], hash))
  const native = await readNativeArrival(chain, group[0], hash)
  const { changed } = await settle(context, chain, group, native?.arrival ? [native.arrival] : [])
  const tokens = tokensOf(context, group)
  if (tokens.length === 0) return changed
  const blocks = { from: receipt.blockNumber, to: receipt.blockNumber }
  return [...changed, ...(await lookIn(context, chain, group, tokens, blocks)).changed]
}

/**
 * Makes what arrived the payment of a purchase, because the user says so; returns the ids of the payments that changed. Throws AppError `not-found` without such a question,
 * `not-allowed` if it cannot be, and those of a silent network.
 */
export async function registerArrival(
  context: PurchaseContext,
  id: string,
  place: ArrivalPlace,
): Promise<readonly string[]> {
  const payment = findExternal(context, id)
  const finding = findQuestion(context, id, place)
  assertRegistrable(payment, finding)
  const bytes = await readPaymentBytes(chainOf(context, payment), finding)
  if (bytes === null) {
    throw new AppError('not-allowed', 'No node shows who signed it', { details: { reason: 'external-unknown' } })
  }
  return context.ledger
    .transaction(() => {
      // It may have gone, or have been paid, while the network was asked.
      const now = { payment: findExternal(context, id), finding: findQuestion(context, id, place) }
      assertRegistrable(now.payment, now.finding)
      const changed = takePayment(context, now.payment, now.finding, bytes)
      if (changed.length === 0) throw ended()
      return changed
    })
    .immediate()
}

function assertRegistrable(payment: ExternalPayment, finding: Finding): void {
  if (!canRegister(payment, finding)) throw new AppError('not-allowed', 'It cannot be the payment')
}

/** Marks that the user takes care of what arrived, or that it is not for this purchase. Throws AppError `not-found` without a question. */
export function dismissArrival(context: PurchaseContext, id: string, place: ArrivalPlace): void {
  answerFinding(context.ledger, findQuestion(context, id, place), context.now(), id)
}

/** Marks that what arrived and bought nothing came back. Throws AppError `not-found` unless the user answered so before. */
export function returnArrival({ ledger, now }: PurchaseContext, id: string, place: ArrivalPlace): void {
  const coins = findUnused(ledger, id, place)
  const denied = listDenials(ledger).get(coins.id)
  // What was received for others of the same amount stays theirs, but for what was denied to be these coins' own.
  const alike = listUnusedCoins(ledger).filter(
    ({ isOwn, isBack, returnedBy, units, symbol }) =>
      isOwn &&
      isBack &&
      !(returnedBy && denied?.has(idOf(returnedBy))) &&
      units === coins.units &&
      symbol === coins.symbol,
  )
  ledger
    .transaction(() => {
      forgetDenials(ledger, coins)
      for (const one of [...alike, coins]) markReturned(ledger, one, now())
    })
    .immediate()
}

/** Marks that what arrived and bought nothing did not come back. Throws AppError `not-found` unless it counts as returned. */
export function denyReturn({ ledger }: PurchaseContext, id: string, place: ArrivalPlace): void {
  const coins = findUnused(ledger, id, place)
  if (!coins.isBack) throw noCoins()
  ledger
    .transaction(() => {
      if (coins.returnedBy !== null) denyReturnBy(ledger, coins, coins.returnedBy)
      markReturned(ledger, coins, null)
    })
    .immediate()
}

function findUnused(ledger: ReadableDb, id: string, place: ArrivalPlace): UnusedCoins {
  const isAnswered = listFindings(ledger, id).some((one) => idOf(one) === idOf(place) && one.answeredAt !== null)
  const coins = readUnusedCoins(ledger, idOf(place))
  if (!isAnswered || coins?.isOwn !== true) throw noCoins()
  return coins
}

function noCoins(): AppError {
  return new AppError('not-found', 'There are no such coins')
}

function ended(): AppError {
  return new AppError('not-allowed', 'It is not awaited any more', { details: { reason: 'outdated' } })
}

/** Returns the error for a transaction by which nothing arrived; `network` names another one that holds it. */
function nothingArrived(network: string | null = null): AppError {
  const details = network === null ? undefined : { network }
  return new AppError('not-found', 'By this transaction nothing arrived for the purchase', { details })
}
