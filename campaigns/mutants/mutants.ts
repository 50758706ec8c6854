import { accountMutants } from './account-mutants.ts'
import { answerMutants } from './answer-mutants.ts'
import { arrivalMutants } from './arrival-mutants.ts'
import { requestMutants } from './request-mutants.ts'
import { claimMutants } from './claim-mutants.ts'
import { counterMutants } from './counter-mutants.ts'
import { externalMutants } from './external-mutants.ts'
import { escrowMutants } from './escrow-mutants.ts'
import { moneyMutants } from './money-mutants.ts'
import { networkMutants } from './network-mutants.ts'
import { nodeMutants } from './node-mutants.ts'
import { keyMutants } from './key-mutants.ts'
import type { Mutant } from './mutant.ts'
import { outcomeMutants } from './outcome-mutants.ts'
import { refundMutants } from './refund-mutants.ts'
import { restoreMutants } from './restore-mutants.ts'
import { reviewMutants } from './review-mutants.ts'
import { serviceMutants } from './service-mutants.ts'
import { shopMutants } from './shop-mutants.ts'
import { stepMutants } from './step-mutants.ts'

const crash = 'campaigns/crash'

export const mutants: readonly Mutant[] = [
  {
    name: 'commits of the ledger are not synced',
    file: 'src/main/db/open-database.ts',
    find: "durability === 'full' ? 'FULL' : 'NORMAL'",
    replace: "durability === 'full' ? 'NORMAL' : 'NORMAL'",
    tests: ['src/main/db'],
  },
  {
    name: 'the payment is sent before it is stored',
    file: 'src/main/purchases/confirm/sign-purchase.ts',
    find: '  const at = now()\n',
    replace: '  for (const { bytes } of signed) await payable.chain.send(bytes.raw)\n  const at = now()\n',
    tests: [crash],
  },
  {
    name: 'every registration attempt has a new key',
    file: 'src/main/purchases/register/send-registration.ts',
    find: 'idempotencyKey: stored.idempotencyKey,\n    body',
    replace: 'idempotencyKey: crypto.randomUUID(),\n    body',
    tests: ['src/main/purchases/track/killed-till.test.ts', 'src/main/purchases/register/registering.test.ts'],
  },
  {
    name: 'nonces of other purchases are allocated again',
    file: 'src/main/engine/steps/allocate-nonces.ts',
    find: 'if (!used.has(nonce)) nonces.push(nonce)',
    replace: 'if (used.size >= 0) nonces.push(nonce)',
    tests: ['src/main/engine'],
  },
  {
    name: 'absence counts after one list',
    file: 'src/main/purchases/register/resolve-registration.ts',
    find: 'const ABSENCES_NEEDED = 2',
    replace: 'const ABSENCES_NEEDED = 1',
    tests: ['src/main/purchases/register/registering.test.ts'],
  },
  {
    name: 'an incomplete list counts',
    file: 'src/main/purchases/register/resolve-registration.ts',
    find: 'if (!list.complete) throw',
    replace: 'if (list.complete && list.error) throw',
    tests: ['src/main/purchases/register/registering.test.ts'],
  },
  {
    name: 'an unclear registration is sent again without reading the list',
    file: 'src/main/purchases/register/register-purchase.ts',
    find: 'if (record.state.unclear) {',
    replace: 'if (record.state.unclear && memory.signal.aborted) {',
    tests: ['src/main/purchases/register/registering.test.ts'],
  },
  {
    name: 'the guard does not compare the amount',
    file: 'src/main/chain/guard/payment-guard.ts',
    find: "if (call.amount !== amount) return refuse('wrong-amount')",
    replace: '',
    tests: ['src/main/chain/guard/payment-guard.test.ts'],
  },
  {
    name: 'the guard does not compare the chain',
    file: 'src/main/chain/guard/payment-guard.ts',
    find: "if (request.chainId !== choice.chainId) return refuse('wrong-chain')",
    replace: '',
    tests: ['src/main/chain/guard/payment-guard.test.ts'],
  },
  {
    name: 'the guard accepts any recipient',
    file: 'src/main/chain/guard/payment-guard.ts',
    find: "if (isForbiddenRecipient(call.recipient, choice)) return refuse('bad-recipient')",
    replace: '',
    tests: ['src/main/chain/guard/payment-guard.test.ts'],
  },
  {
    name: 'the guard does not re-encode the call',
    file: 'src/main/chain/guard/payment-guard.ts',
    find: "if (encodeFunctionData({ abi: transferAbi, args }) !== data) return refuse('not-canonical')",
    replace: '',
    tests: ['src/main/chain/guard/payment-guard.test.ts'],
  },
  {
    name: 'an old offer can be confirmed',
    file: 'src/main/engine/single-steps/offer-age.ts',
    find: 'age >= 0 && age <= goodForMs &&',
    replace: 'age >= 0 &&',
    tests: ['src/main/engine'],
  },
  {
    name: 'coins of payments under way are counted again',
    file: 'src/main/engine/funds.ts',
    find: 'balance - spendOf(unsettled, token)',
    replace: 'balance - 0n * spendOf(unsettled, token)',
    tests: ['src/main/purchases/confirm/confirming-several.test.ts', 'src/main/purchases/confirm/buying.test.ts'],
  },
  {
    name: 'a router may get an unlimited allowance',
    file: 'src/main/chain/plan/plan-payment.ts',
    find: 'args: [spender, units] }),',
    replace: 'args: [spender, units === 0n ? 0n : 2n ** 256n - 1n] }),',
    tests: ['src/main/chain', 'src/main/purchases/confirm/buying.test.ts'],
  },
  {
    name: 'an earlier allowance is not revoked first',
    file: 'src/main/chain/plan/plan-payment.ts',
    find: 'if (current === 0n || (await chain.estimateGas(payer, approveCall(approves))) !== null) return',
    replace: 'if (current >= 0n) return',
    tests: ['src/main/chain', 'src/main/purchases/confirm/buying.test.ts'],
  },
  {
    name: 'a higher fee is signed under a new nonce',
    file: 'src/main/engine/fees/fee-offer.ts',
    find: 'from, plan, step.nonce)',
    replace: 'from, plan, step.nonce + 1)',
    tests: [crash],
  },
  {
    name: 'a higher fee is too low for pools',
    file: 'src/main/engine/fees/plan-bump.ts',
    find: '(max(...before) * 9n + 7n) / 8n',
    replace: '(max(...before) * 21n) / 20n',
    tests: ['src/main/engine'],
  },
  {
    name: 'a ledger restored from a backup pays at once',
    file: 'src/main/history/reconcile.ts',
    find: 'if (restoredAt !== null && (known === null || known.at < restoredAt)) return false',
    replace: '',
    tests: ['src/main/history'],
  },
  {
    name: 'a revocation may grant an allowance',
    file: 'src/main/chain/plan/plan-revocation.ts',
    find: 'approval?.units === 0n &&',
    replace: 'approval !== null &&',
    tests: ['src/main/chain/plan/plan-revocation.test.ts'],
  },
  {
    name: 'the guard of a transfer accepts any recipient',
    file: 'src/main/chain/guard/transfer-guard.ts',
    find: 'isAddressEqual(judgement.effect.recipient, transfer.recipient)',
    replace: 'isAddressEqual(from, from)',
    tests: ['src/main/chain/guard/transfer-guard.test.ts'],
  },
  {
    name: 'the vault signs a transfer to anybody, and an allowance for anybody',
    file: 'src/main/vault/process/check-task.ts',
    find: 'data.toLowerCase() === call.toLowerCase()',
    replace: 'data.slice(0, 10) === call.slice(0, 10)',
    tests: ['src/main/vault/process/check-task.test.ts'],
  },
  {
    name: 'a transfer is not compared with the limits in the commit',
    file: 'src/main/transfers/confirm-transfer.ts',
    find: '      // Meanwhile something else may have been stored, on another network.\n      checkLimits(context, offer, moment)\n',
    replace: '',
    tests: ['src/main/transfers/guarding.test.ts'],
  },
  {
    name: 'transfers do not count in the limits',
    file: 'src/main/purchases/quote/spent-repository.ts',
    find: 'WHERE coalesce(t.counted_at, t.created_at) > ? AND t.token IS NOT NULL',
    replace: 'WHERE t.created_at > ? AND t.token IS NULL',
    tests: ['src/main/transfers/guarding.test.ts'],
  },
  {
    name: 'a transfer is sent before it is stored',
    file: 'src/main/transfers/confirm-transfer.ts',
    find: '  const [id, createdAt] = [randomUUID(), now()]\n',
    replace:
      '  for (const { bytes } of signed) await account.chain.send(bytes.raw)\n  const [id, createdAt] = [randomUUID(), now()]\n',
    tests: [`${crash}/single-steps.test.ts`, 'src/main/transfers'],
  },
  {
    name: 'the typed characters are not compared',
    file: 'src/main/transfers/confirm-transfer.ts',
    find: 'offer.typed !== null && typed?.trim().toLowerCase() !== offer.typed',
    replace: 'offer.typed !== null && typed === null',
    tests: ['src/main/transfers/guarding.test.ts'],
  },
  {
    name: 'a plan relies on an allowance that was revoked since',
    file: 'src/main/purchases/confirm/check-offer.ts',
    find: 'isRevoking(context.ledger, chainInstance, from, token, madeAtEpoch)',
    replace: "from === '0x' && isRevoking(context.ledger, chainInstance, from, token, madeAtEpoch)",
    tests: ['src/main/allowances'],
  },
  {
    name: 'a pending transaction that the person checked counts as explained once it is mined',
    file: 'src/main/history/reconcile.ts',
    find: "return explains(ledger, place, nonce) ? 'checked' : null",
    replace: "return nonce >= 0 ? 'checked' : null",
    tests: ['src/main/history/unseen.test.ts', 'src/main/history/dishonest-nodes.test.ts'],
  },
  {
    name: 'what no node explains holds up what was paid later',
    file: 'src/main/history/reconcile.ts',
    find: 'if (before && !before.isUnseen) return before',
    replace: 'if (before) return before',
    tests: ['src/main/history/reconcile.test.ts'],
  },
  {
    name: 'pending transactions of other programs are not seen',
    file: 'src/main/history/reconcile.ts',
    find: 'const highest = await chain.highestNonce(place.address)',
    replace: 'const highest = (await chain.minedNonce(place.address)).nonce',
    tests: ['src/main/history'],
  },
  {
    name: 'a payment that moves other coins is signed',
    file: 'src/main/purchases/quote/simulate-plan.ts',
    find: "return change === -terms.payment.units ? { change } : 'unexpected-changes'",
    replace: 'return { change }',
    tests: ['src/main/purchases/confirm/confirming.test.ts'],
  },
  {
    name: 'a coin that Till knows is believed with other decimals',
    file: 'src/main/chain/guard/judge-coin.ts',
    find: 'coin.decimals === decimals && isCalled(coin)',
    replace: 'isCalled(coin)',
    tests: ['src/main/chain/guard/judge-coin.test.ts'],
  },
  {
    name: 'the service’s node vouches for its coins',
    file: 'src/main/purchases/quote/check-coin.ts',
    find: 'const isVouched = own.length > 0',
    replace: 'const isVouched = own.length >= 0',
    tests: ['src/main/purchases/quote/check-coin.test.ts'],
  },
  {
    name: 'a doubtful coin is accepted without a question',
    file: 'src/main/purchases/confirm/check-offer.ts',
    find: "problem.startsWith('coin-')) && !input.acceptCoin",
    replace: "problem.startsWith('coin-')) && input.quoteKey === ''",
    tests: ['src/main/purchases/quote/check-coin.test.ts'],
  },
  {
    name: 'a coin of unknown value counts as a dollar',
    file: 'src/main/purchases/quote/check-limits.ts',
    find: 'if (!isDollar) return',
    replace: "if (!isDollar && token === '0x') return",
    tests: ['src/main/transfers/guarding.test.ts', 'src/main/purchases/quote/limits.test.ts'],
  },
  {
    name: 'the machine’s clock alone ends the day of a limit',
    file: 'src/main/engine/limit-moment.ts',
    find: 'earliest: Math.min(clock, block)',
    replace: 'earliest: clock',
    tests: ['src/main/purchases/quote/limits.test.ts'],
  },
  {
    name: 'payments made while the clock is set back do not count once it is right',
    file: 'src/main/engine/limit-moment.ts',
    find: 'latest: Math.max(clock, block)',
    replace: 'latest: clock',
    tests: ['src/main/purchases/quote/limits.test.ts'],
  },
  {
    name: 'limits can be changed in the vault’s file',
    file: 'src/main/vault/file/vault-box.ts',
    find: '...(limits ? [[perPurchase, perDay, perRecipient]] : [])',
    replace: '...(limits && perPurchase === perDay ? [perRecipient] : [])',
    tests: ['src/main/policy/spending-limits.test.ts'],
  },
  {
    name: 'limits in the ledger lift limits',
    file: 'src/main/policy/strictest-limits.ts',
    find: 'compareDecimals(one, other) <= 0 ? one : other',
    replace: 'compareDecimals(one, other) > 0 ? one : other',
    tests: ['src/main/policy/strictest-limits.test.ts'],
  },
  {
    name: 'a fee above the cap is paid without a question',
    file: 'src/main/purchases/confirm/check-offer.ts',
    find: '    input.acceptFee,\n',
    replace: '    true,\n',
    tests: ['src/main/purchases/confirm/confirming.test.ts'],
  },
  {
    name: 'a higher fee or a cancel ignores the cap',
    file: 'src/main/engine/fees/fee-offer.ts',
    find: 'assertFeeAccepted(offer.view.exceededCap !== null, acceptFee)',
    replace: 'assertFeeAccepted(offer.view.exceededCap !== null, true)',
    tests: ['src/main/purchases/confirm/fee-actions.test.ts'],
  },
  {
    name: 'a revocation ignores the cap',
    file: 'src/main/allowances/confirm-revocation.ts',
    find: 'assertFeeAccepted(offer.view.exceededCap !== null, acceptFee)',
    replace: 'assertFeeAccepted(offer.view.exceededCap !== null, true)',
    tests: ['src/main/allowances/revoking.test.ts'],
  },
  {
    name: 'a page can have any address asked',
    file: 'src/main/ipc/handlers/service-handlers.ts',
    find: 'if (hasWallet() && profiles.asksOthers(profile)) await vault.verify(password)\n      return profiles.test(',
    replace:
      'if (!hasWallet() && profiles.asksOthers(profile)) await vault.verify(password)\n      return profiles.test(',
    tests: ['campaigns/ipc'],
  },
  {
    name: 'a full disk is not noticed',
    file: 'src/main/db/disk-errors.ts',
    find: 'diskCodes.test(error.code)',
    replace: 'error.code === diskCodes.source',
    tests: ['src/main/purchases/track/unreadable-records.test.ts'],
  },
  {
    name: 'the first signed bytes are registered, whatever was mined',
    file: 'src/main/purchases/register/prepare-registration.ts',
    find: 'payStep(record).minedHash',
    replace: '(payStep(record).signed.at(0)?.hash ?? null)',
    tests: [crash],
  },
  ...requestMutants,
  ...refundMutants,
  ...outcomeMutants,
  ...moneyMutants,
  ...stepMutants,
  ...escrowMutants,
  ...claimMutants,
  ...arrivalMutants,
  ...externalMutants,
  ...networkMutants,
  ...nodeMutants,
  ...serviceMutants,
  ...answerMutants,
  ...keyMutants,
  ...counterMutants,
  ...shopMutants,
  ...restoreMutants,
  ...reviewMutants,
  ...accountMutants,
]
