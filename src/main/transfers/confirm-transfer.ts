import { randomUUID } from 'node:crypto'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { assertFeeAccepted } from '../chain/guard/fee-cap.ts'
import { maxFeeUnits } from '../chain/plan/plan-payment.ts'
import { assertSigningAllowed } from '../engine/assert-signing-allowed.ts'
import { assertFunds, findFunds } from '../engine/funds.ts'
import { isOfferFresh } from '../engine/single-steps/offer-age.ts'
import { signSteps, storeStep, type Account } from '../engine/steps/sign-steps.ts'
import { insertIntent } from '../engine/steps/step-repository.ts'
import { readMoment, type Moment } from '../engine/limit-moment.ts'
import { clipboardMismatch, passedLimit, type TransferOffer } from './offer-transfer.ts'
import { sealName } from './sealed-name.ts'
import { insertTransfer, readTransfer } from './transfer-repository.ts'
import type { TransfersContext } from './transfers-context.ts'
import { tryTransfer } from './try-transfer.ts'

/** What the person agreed to; `acceptFee` requires the password. */
export type Consent = Omit<RequestArgument<'transfers.confirm'>, 'feePassword'> & { readonly acceptFee: boolean }

/**
 * Signs exactly what was shown and stores its bytes in one commit, before anything is sent; returns the transfer's id. Checks everything
 * again first: throws AppError and stores nothing if anything differs. Must run under the account's lock.
 */
export async function confirmTransfer(
  context: TransfersContext,
  offer: TransferOffer,
  consent: Consent,
): Promise<string> {
  checkConsent(context, offer, consent)
  const [moment] = await Promise.all([
    readMoment(context, offer.coin.network.chain),
    checkAgain(context, offer, consent),
  ])
  checkConsent(context, offer, consent)
  checkLimits(context, offer, moment)
  return sign(context, offer, moment)
}

/** Returns the AppError for an offer that is not the newest, too old, or can no longer be sent. */
export function transferExpired(): AppError {
  return new AppError('quote-expired', 'The review is too old', { details: { reason: 'sending' } })
}

function checkConsent(
  context: TransfersContext,
  offer: TransferOffer,
  { typed, acceptCoin, acceptFee, acceptNotSimulated }: Consent,
): void {
  assertSigningAllowed(context)
  if (!isOfferFresh(context, offer)) throw transferExpired()
  if (context.wallet.address() !== offer.bounds.from) throw transferExpired()
  if (offer.view.problems.some(({ blocking }) => blocking)) throw transferExpired()
  // It was found meanwhile: the next review shows it.
  const isWarned = offer.view.warnings.some(({ warning }) => warning === 'unanswered')
  const { from, transfer } = offer.bounds
  if (context.hasUnacknowledged(from, isWarned ? transfer.recipient : undefined)) throw transferExpired()
  if (offer.typed !== null && typed?.trim().toLowerCase() !== offer.typed) {
    throw new AppError('invalid-input', 'The address was not looked at', { details: { reason: 'typed-group' } })
  }
  assertFeeAccepted(
    offer.view.problems.some(({ problem }) => problem === 'fee-high'),
    acceptFee,
  )
  if (offer.view.problems.some(({ problem }) => problem.startsWith('coin-')) && !acceptCoin) throw changed('coin')
  if (!offer.view.simulated && !acceptNotSimulated) throw changed('not-tried')
}

async function checkAgain(
  context: TransfersContext,
  { coin, chainInstance, bounds, step, view }: TransferOffer,
  { acceptNotSimulated }: Consent,
): Promise<void> {
  const { chain, network } = coin.network
  const { from, transfer } = bounds
  const isWarned = view.warnings.some(({ warning }) => warning === 'clipboard')
  if (!isWarned && (await clipboardMismatch(context, transfer.recipient)) !== null) throw changed('clipboard')
  if ((await chain.instance()) !== chainInstance) {
    throw new AppError('network-mismatch', 'The network is not the one that was looked at')
  }
  if (!(await context.isReconciled(coin.profileId, chain, chainInstance, from))) {
    throw new AppError('wallet-used-elsewhere', 'The wallet was used elsewhere', { details: { reason: 'sending' } })
  }
  const [funds, trial] = await Promise.all([
    findFunds(context.ledger, chain, chainInstance, from, coin.token),
    tryTransfer(chain, from, step, { token: transfer.token, amount: transfer.units, value: step.value }),
  ])
  assertFunds({ coin, units: transfer.units, fee: maxFeeUnits([step]) }, funds, network.nativeSymbol)
  if (trial === 'unexpected-changes') throw refused()
  if (trial === 'failed') {
    throw new AppError('simulation-failed', 'It would not go through', { details: { reason: 'sending' } })
  }
  if (trial === null && !acceptNotSimulated) throw changed('not-tried')
}

function checkLimits(context: TransfersContext, offer: TransferOffer, moment: Moment): void {
  const { recipient, units: amount } = offer.bounds.transfer
  const passed = passedLimit(context, offer.coin, offer, { recipient, amount }, moment)
  if (passed !== null) throw new AppError('limit-reached', 'This exceeds a limit', { details: { ...passed } })
}

async function sign(context: TransfersContext, offer: TransferOffer, moment: Moment): Promise<string> {
  const { ledger, wallet, now } = context
  const { coin, chainInstance, bounds, step, view } = offer
  const { from, transfer } = bounds
  const account: Account = { chain: coin.network.chain, chainInstance, from }
  const signed = await signSteps(ledger, wallet.sign, account, [step])
  const [id, createdAt] = [randomUUID(), now()]
  ledger
    .transaction(() => {
      // Meanwhile something else may have been stored, on another network.
      checkLimits(context, offer, moment)
      insertIntent(ledger, id, 'transfer')
      insertTransfer(ledger, {
        id,
        createdAt,
        profileId: coin.profileId,
        chainInstance,
        from,
        network: coin.network.network,
        coin: { symbol: coin.symbol, decimals: coin.decimals },
        ...transfer,
        countedAt: moment.latest,
        sealedName: view.name === null ? null : sealName(context, id, view.name),
      })
      for (const one of signed) {
        storeStep(ledger, id, account, one, { token: transfer.token, units: transfer.units }, createdAt)
      }
      // A record that cannot be read back cannot be followed: fail before anything is sent.
      if (readTransfer(ledger, id) === null) throw new Error('A transfer was not stored')
    })
    .immediate()
  return id
}

function changed(reason: 'not-tried' | 'clipboard' | 'coin'): AppError {
  return new AppError('quote-changed', 'Something is not as it was shown', { details: { reason } })
}

function refused(): AppError {
  return new AppError('quote-refused', 'This would do something else', { details: { reason: 'sending' } })
}
