import { randomUUID } from 'node:crypto'
import { isAddressEqual, type Address } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { fromUnits, toUnits } from '../../shared/money.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { TransferOfferView } from '../../shared/transfers/views.ts'
import type { Transfer } from '../chain/chain.ts'
import type { PaymentEffect } from '../chain/guard/payment-guard.ts'
import { feeCap } from '../chain/guard/fee-cap.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import { maxFeeUnits, type PlannedStep } from '../chain/plan/plan-payment.ts'
import { planTransfer, priceNative } from '../chain/plan/plan-transfer.ts'
import { showFee } from '../chain/plan/show-fee.ts'
import { judgeTransfer, type TransferBounds } from '../chain/guard/transfer-guard.ts'
import { wasUsed } from '../chain/read/nonces/was-used.ts'
import { assertPayingAllowed } from '../engine/assert-signing-allowed.ts'
import { findFunds, findLacks, type Funds } from '../engine/funds.ts'
import { OFFER_GOOD_FOR_MS, readOfferTime, type OfferTime } from '../engine/single-steps/offer-age.ts'
import { checkCoin, type CoinFinding } from '../purchases/quote/check-coin.ts'
import { findExceededLimit, type ExceededLimit } from '../purchases/quote/check-limits.ts'
import { recipientKey } from '../purchases/recipient-of.ts'
import { blocking, feeProblems } from '../purchases/quote/judge-offer.ts'
import { readMoment, type Moment } from '../engine/limit-moment.ts'
import { nameOf, recipientOrThrow } from './check-recipient.ts'
import { findCoin, type Coin } from './find-coin.ts'
import { knownAddresses } from './known-addresses.ts'
import { tryTransfer, type Trial } from './try-transfer.ts'
import type { TransfersContext } from './transfers-context.ts'
import { addressIn, groupToType, groupsOf, warnOf } from './warn.ts'

export type Wish = RequestArgument<'transfers.offer'>
type Problem = TransferOfferView['problems'][number]

/** A transfer with everything needed to sign exactly what is shown; kept in memory only. */
export interface TransferOffer extends OfferTime {
  readonly view: TransferOfferView
  readonly coin: Coin
  readonly chainInstance: string
  readonly bounds: TransferBounds
  readonly step: PlannedStep
  /** Whether it is a US dollar coin, by more than the service's word. */
  readonly isDollar: boolean
  /** The group of the address to type; null for none. */
  readonly typed: string | null
}

/** The amount, sender and recipient of a transfer, before any request to the network. */
interface Intent {
  readonly from: Address
  readonly recipient: Address
  readonly coin: Coin
  readonly chainInstance: string
  readonly profile: Profile
}

/** A plan that matches the intent, with what is known about its coin. */
interface Planned extends Pick<TransferOffer, 'bounds' | 'step'> {
  readonly effect: PaymentEffect
  readonly finding: CoinFinding
  readonly funds: Funds
  readonly isReconciled: boolean
}

/**
 * Plans a transfer and returns its effect, as decoded from its bytes, its cost and every problem. Throws AppError if it cannot even be
 * planned: no such coin, recipient or amount, a silent network, or paying is stopped.
 */
export async function offerTransfer(context: TransfersContext, wish: Wish): Promise<TransferOffer> {
  const time = readOfferTime(context)
  const intent = await readIntent(context, wish)
  const planned = await planIntent(context, intent, wish)
  const { coin, from, recipient, chainInstance, profile } = intent
  const { bounds, step, effect, finding, funds, isReconciled } = planned
  const { chain, network } = coin.network
  const known = knownAddresses(context, coin.network, { profileId: coin.profileId, chainInstance })
  const [moment, trial, isContract, used, copied] = await Promise.all([
    readMoment(context, chain),
    tryTransfer(chain, from, step, effect),
    chain.isContract(recipient),
    wasUsed(recipient, [coin.network]),
    copiedAddresses(context, wish.pasted),
  ])
  const isUnanswered = context.hasUnacknowledged(from)
  const warnings = warnOf({ recipient: effect.recipient, known, isContract, wasUsed: used, copied, isUnanswered })
  const typeGroup = groupToType(effect.recipient, warnings)
  const fee = maxFeeUnits([step])
  const missing = findLacks({ coin, units: effect.amount, fee }, funds)
  const view: TransferOfferView = {
    ...showFee(chain, fee, context.now()),
    ...costOf(coin, effect, fee, funds),
    offerKey: randomUUID(),
    from,
    recipient: effect.recipient,
    name: nameOf(known, effect.recipient),
    networkKey: coin.network.key,
    networkName: network.name,
    simulated: trial === 'done',
    warnings,
    typeGroup,
    problems: [
      ...(isReconciled ? [] : [blocking('wallet-used-elsewhere', null)]),
      ...(context.hasUnacknowledged(from, effect.recipient) ? [blocking('payment-unanswered', null)] : []),
      ...missing,
      ...limitProblems(passedLimit(context, coin, finding, effect, moment)),
      ...feeProblems(fee, feeCap(chain.chainId, profile)),
      ...(finding.doubt === null ? [] : [{ problem: finding.doubt, blocking: false, detail: null } as const]),
      ...trialProblems(trial, missing.length === 0),
    ],
    expiresAt: new Date(time.madeAtEpoch + OFFER_GOOD_FOR_MS).toISOString(),
  }
  const typed = typeGroup === null ? null : (groupsOf(effect.recipient)[typeGroup] ?? null)
  return { view, coin, chainInstance, bounds, step, isDollar: finding.isDollar, typed, ...time }
}

async function readIntent(context: TransfersContext, wish: Wish): Promise<Intent> {
  const from = context.wallet.address()
  if (from === null) throw new AppError('no-wallet', 'There is no wallet yet')
  assertPayingAllowed(context)
  const coin = findCoin(context, wish)
  const recipient = recipientOrThrow(wish.to, { from, token: coin.token })
  const chainInstance = await coin.network.chain.instance()
  const service = context.service(coin.profileId)
  if (service === null) throw new AppError('no-profile', 'The service of this coin is not known any more')
  return { from, recipient, coin, chainInstance, profile: service.profile }
}

/** Plans an intent and judges the bytes of the plan. Throws AppError `quote-refused` if they do not match it. */
async function planIntent(context: TransfersContext, intent: Intent, wish: Wish): Promise<Planned> {
  const { from, recipient, coin, chainInstance, profile } = intent
  const { token, symbol, decimals } = coin
  const { chain, network } = coin.network
  const [finding, own, funds, isReconciled] = await Promise.all([
    checkCoin(context, { profile, network, chain, chainInstance, token, symbol, decimals }),
    chain.fees(),
    findFunds(context.ledger, chain, chainInstance, from, token),
    context.isReconciled(coin.profileId, chain, chainInstance, from),
  ])
  if (finding.lie !== null) {
    const details = { reason: 'sending-coin' } as const
    throw new AppError('quote-refused', 'The coin is not what the service lists it as', { details })
  }
  const isAllNative = wish.amount === null && token === null
  const priced = isAllNative ? await priceNative(chain, from, recipient, funds.native, own) : null
  const fee = priced === null ? 0n : maxFeeUnits([{ ...own, ...priced }])
  const units = wish.amount === null ? allOf(funds.token - fee) : unitsOf(wish.amount, coin)
  const transfer: Transfer = { token, recipient, units }
  const step = await planTransfer(chain, from, transfer, own, priced)
  const bounds: TransferBounds = { chainId: network.chainId, from, transfer, own }
  const judgement = judgeTransfer(step, chain.chainId, bounds)
  // The plan follows the person's input: only the nodes' fee can be refused.
  if (!judgement.ok) {
    const isFee = judgement.reason.startsWith('gas') || judgement.reason.startsWith('fee')
    const details = { reason: isFee ? 'sending-fee' : 'sending' } as const
    throw new AppError('quote-refused', 'The plan is not what was meant', { details })
  }
  return { bounds, step, effect: judgement.effect, finding, funds, isReconciled }
}

/** Returns what it takes, and what it leaves. */
function costOf(
  { network: { network }, symbol, decimals }: Coin,
  { token, amount }: PaymentEffect,
  fee: bigint,
  funds: Funds,
): Pick<TransferOfferView, 'token' | 'symbol' | 'amount' | 'nativeSymbol' | 'left' | 'nativeLeft'> {
  return {
    token,
    symbol,
    amount: fromUnits(amount, decimals),
    nativeSymbol: network.nativeSymbol,
    left: decimalOrNull(funds.token - amount - (token === null ? fee : 0n), decimals),
    nativeLeft: decimalOrNull(funds.native - fee - (token === null ? amount : 0n), NATIVE_DECIMALS),
  }
}

/** Returns the limit that sending `amount` units would exceed, or null. */
export function passedLimit(
  context: TransfersContext,
  { token, decimals }: Coin,
  { isDollar }: Pick<CoinFinding, 'isDollar'>,
  { recipient, amount }: Pick<PaymentEffect, 'recipient' | 'amount'>,
  moment: Moment,
): ExceededLimit | null {
  const planned = { token, amount: fromUnits(amount, decimals), isDollar, recipientKey: recipientKey(recipient, '') }
  return findExceededLimit(context, planned, moment)
}

/** Returns addresses that were pasted, or that are on the system's clipboard now. */
async function copiedAddresses(context: TransfersContext, pasted: string | null): Promise<Address[]> {
  const texts = [pasted, await context.readClipboard().catch(() => null)]
  return texts.flatMap((text) => (text === null ? [] : (addressIn(text) ?? [])))
}

/** Returns an address on the system's clipboard that differs from `recipient`; null if there is none, or the clipboard cannot be read. */
export async function clipboardMismatch(context: TransfersContext, recipient: Address): Promise<Address | null> {
  const copied = await copiedAddresses(context, null)
  return copied.find((address) => !isAddressEqual(address, recipient)) ?? null
}

function unitsOf(amount: string, { decimals }: Coin): bigint {
  const wrong = (): AppError => new AppError('invalid-input', 'Not an amount', { details: { reason: 'amount' } })
  let units: bigint
  try {
    units = toUnits(amount, decimals)
  } catch {
    throw wrong()
  }
  if (units === 0n) throw wrong()
  return units
}

function allOf(units: bigint): bigint {
  if (units > 0n) return units
  throw new AppError('insufficient-token', 'There is nothing to send', { details: { reason: 'nothing' } })
}

function decimalOrNull(units: bigint, decimals: number): string | null {
  return units < 0n ? null : fromUnits(units, decimals)
}

function limitProblems(passed: ExceededLimit | null): Problem[] {
  return passed === null ? [] : [blocking(`limit-${passed.limit}`, passed.left)]
}

function trialProblems(trial: Trial, funded: boolean): Problem[] {
  if (trial === null) return [{ problem: 'not-simulated', blocking: false, detail: null }]
  if (trial === 'unexpected-changes') return [blocking('request-refused', 'unexpected-changes')]
  // A transfer without coins fails anyway: one problem is enough.
  return trial === 'failed' && funded ? [blocking('simulation-failed', null)] : []
}
