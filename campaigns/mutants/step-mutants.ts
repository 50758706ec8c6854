import type { Mutant } from './mutant.ts'

/** Faults in what becomes of a payment that was signed: its higher fee, its cancel, and what used its nonce. */
export const stepMutants: readonly Mutant[] = [
  {
    name: 'a cancel is stored for a transfer that was mined while it was signed',
    file: 'src/main/engine/fees/fee-actions.ts',
    find: '        const { spendsOf } = assertUnchanged(offer)',
    replace: '        const { spendsOf } = find(intentId)',
    tests: ['src/main/engine/fees/fee-actions.test.ts'],
  },
  {
    name: 'a payment of another amount counts as one in bytes that the ledger lacks',
    file: 'src/main/engine/steps/follow-steps.ts',
    find: '&& call.data === data && call.value === value',
    replace: '&& call.data === data',
    tests: ['src/main/engine/steps/follow-steps.test.ts'],
  },
  {
    name: 'an offer of a higher fee is confirmed for another payment',
    file: 'src/main/engine/fees/fee-actions.ts',
    find: 'offer?.view.offerKey !== offerKey || offer.intentId !== id',
    replace: 'offer === null || offer.view.offerKey !== offerKey',
    tests: ['src/main/engine/fees/fee-actions.test.ts'],
  },
  {
    name: 'a purchase whose faster payment was mined after all is bought again',
    file: 'src/main/engine/steps/paid-after-all.ts',
    find: "step.signed.filter(({ purpose }) => purpose !== 'cancel')",
    replace: "step.signed.filter(({ purpose }) => purpose === 'original')",
    tests: ['src/main/engine/steps/paid-after-all.test.ts'],
  },
]
