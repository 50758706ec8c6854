import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors.ts'
import { fromUnits } from '../../shared/money.ts'
import type { FeeAction, FeeOfferView } from '../../shared/views.ts'
import { checkFeeAccepted, feeCap, passedCap } from '../chain/fee-cap.ts'
import { feeAtMost, movedBy, type PlannedStep } from '../chain/plan-payment.ts'
import { feeActionsOf, planBump } from '../engine/plan-bump.ts'
import { signStep, storeBytes } from '../engine/sign-steps.ts'
import type { StepRecord } from '../engine/step-record.ts'
import type { Chain } from '../chain/chain.ts'
import { NATIVE_DECIMALS } from '../chain/native-coin.ts'
import type { SignedTransaction } from '../vault/vault-messages.ts'
import type { PurchaseContext } from './purchase-context.ts'
import type { PurchaseRecord } from './purchase-record.ts'
import { applyEvent, readPurchase } from './purchase-repository.ts'

/** A higher fee, or a cancel, with what it costs; kept in memory only. */
export interface FeeOffer {
  readonly view: FeeOfferView
  readonly purchaseId: string
  readonly chain: Chain
  readonly bumps: readonly { readonly step: StepRecord; readonly plan: PlannedStep }[]
  /** When it was made, by the process's monotonic clock, in milliseconds. */
  readonly madeAt: number
}

const GOOD_FOR_MS = 60_000

/** What may be done now about a purchase's fees: nothing once the service may know of the payment. */
export function feeActionsFor({ steps, state }: PurchaseRecord): FeeAction[] {
  return state.registration === 'none' ? feeActionsOf(steps) : []
}

/** Plans a higher fee for every step that waits, or to use their nonces for nothing. AppError where that can not be done now. */
export async function offerFee(context: PurchaseContext, record: PurchaseRecord, action: FeeAction): Promise<FeeOffer> {
  const service = context.service(record.profileId)
  if (!feeActionsFor(record).includes(action) || service === null) throw tooLate()
  const chain = context.chain(record.terms.network, service.profile)
  if ((await chain.instance()) !== record.chainInstance) {
    throw new AppError('network-mismatch', 'The network is not the one the payment was signed for')
  }
  const [own, native] = await Promise.all([chain.fees(), chain.nativeBalance(record.from)])
  const bumps = record.steps
    .filter(({ state }) => state === 'signed')
    .map((step) => ({
      step,
      plan: { ...planBump(step, record.from, action, own), ...asBefore(record, step, action) },
    }))
  const cost = feeAtMost(bumps.map(({ plan }) => plan))
  const { nativeSymbol: symbol } = record.terms.network
  const amount = fromUnits(cost, NATIVE_DECIMALS)
  const spends = bumps.reduce((sum, { plan }) => sum + plan.value, cost)
  if (native < spends) {
    const missing = fromUnits(spends - native, NATIVE_DECIMALS)
    throw new AppError('insufficient-gas', 'The coins do not suffice for the fee', {
      details: { amount: missing, symbol },
    })
  }
  const passed = passedCap(cost, feeCap(chain.chainId, service.profile))
  const view = { offerKey: randomUUID(), action, networkFeeAtMost: amount, nativeSymbol: symbol, passedCap: passed }
  return { view, purchaseId: record.id, chain, bumps, madeAt: context.monotonic() }
}

/**
 * Signs what was offered under the nonces the steps have and stores the bytes in one commit, before anything is sent; throws
 * AppError with nothing stored where the payment has moved on meanwhile. `acceptFee` only with the password. To be run under the
 * account's and chain's mutex.
 */
export async function confirmFee(context: PurchaseContext, offer: FeeOffer, acceptFee: boolean): Promise<void> {
  const { ledger, wallet, now, monotonic } = context
  const { purchaseId, bumps, chain, view, madeAt } = offer
  const stopped = context.payingStopped()
  if (stopped !== null) throw new AppError('paying-stopped', 'Paying is stopped', { details: { reason: stopped } })
  if (wallet.isLocked()) throw new AppError('locked', 'Till is locked')
  if (monotonic() - madeAt > GOOD_FOR_MS) throw feeOfferExpired()
  checkFeeAccepted(view.passedCap, acceptFee)
  const record = readPurchase(ledger, purchaseId)
  if (record === null || !isAsBefore(record, offer)) throw tooLate()
  const signed: { step: StepRecord; bytes: SignedTransaction }[] = []
  for (const { step, plan } of bumps) {
    signed.push({ step, bytes: await signStep(wallet.sign, chain.chainId, record.from, plan, step.nonce) })
  }
  const at = now()
  ledger
    .transaction(() => {
      const current = readPurchase(ledger, purchaseId)
      if (current === null || !isAsBefore(current, offer)) throw tooLate()
      for (const { step, bytes } of signed) {
        const isPayment = step.kind === 'pay' && view.action === 'speed-up'
        const spends = {
          token: record.terms.token.address,
          units: isPayment ? record.terms.payment.units : 0n,
        }
        const { position } = step
        storeBytes(ledger, { intentId: purchaseId, position, purpose: view.action, bytes, spends, signedAt: at })
      }
      const type = view.action === 'cancel' ? 'cancel-signed' : 'sped-up'
      if (applyEvent(ledger, purchaseId, { type }, at) === null) throw tooLate()
    })
    .immediate()
}

/** What a step under a higher fee moves and permits as before. */
function asBefore(
  { terms: { payment, token } }: PurchaseRecord,
  { kind }: StepRecord,
  action: FeeAction,
): Pick<PlannedStep, 'sends' | 'approves'> {
  if (action === 'cancel') return {}
  if (kind !== 'pay' && token.address !== null) {
    const units = kind === 'approve' ? payment.units : 0n
    return { approves: { token: token.address, spender: payment.to, units } }
  }
  return movedBy(payment.shape, { token: token.address, recipient: payment.recipient, units: payment.units })
}

/** Whether the steps that were to be sent anew still wait, with the bytes they had. */
function isAsBefore(record: PurchaseRecord, { bumps, view }: FeeOffer): boolean {
  if (!feeActionsFor(record).includes(view.action)) return false
  const waiting = record.steps.filter(({ state }) => state === 'signed')
  return (
    waiting.length === bumps.length &&
    waiting.every(({ position, signed }, index) => {
      const step = bumps[index]?.step
      return step?.position === position && step.signed.length === signed.length
    })
  )
}

/** The offer is not the newest, or too old to be agreed to. */
export function feeOfferExpired(): AppError {
  return new AppError('quote-expired', 'The offer is too old', { details: { reason: 'fee' } })
}

function tooLate(): AppError {
  return new AppError('not-allowed', 'The payment has moved on', { details: { reason: 'moved-on' } })
}
