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
  {
    name: 'a wallet is erased while a payment may still leave its block',
    file: 'src/main/engine/steps/step-repository.ts',
    find: "WHERE state IN ('signed', 'mined', 'confirmed') AND from_address = ? COLLATE",
    replace: "WHERE state IN ('signed', 'mined') AND from_address = ? COLLATE",
    tests: ['src/main/engine/steps/step-repository.test.ts'],
  },
  {
    name: 'a purchase that asks something is bought again without a warning',
    file: 'src/main/purchases/quote/find-under-way.ts',
    find: "new Set(['paying', 'on-its-way', 'needs-you'])",
    replace: "new Set(['paying', 'on-its-way'])",
    tests: ['src/main/purchases/quote/under-way.test.ts'],
  },
  {
    name: 'what is not followed any more after the disk failed waits for a restart',
    file: 'src/main/wiring/spending.ts',
    find: '    purchases.takeUp()\n',
    replace: '',
    tests: ['campaigns/crash/crash.test.ts'],
  },
  {
    name: 'nothing is taken up after another program had the ledger locked',
    file: 'src/main/wiring/taking-up.ts',
    find: 'if (unstoredReason(error) !== null) takeUpSoon()',
    replace: 'takeUpSoon.length',
    tests: ['src/main/wiring/taking-up.test.ts'],
  },
  {
    name: 'a read that fails in a timer ends Till',
    file: 'src/main/db/retrying-timer.ts',
    find: 'unstoredReason(error) === null',
    replace: 'unstoredReason(error) !== undefined',
    tests: ['src/main/db/retrying-timer.test.ts'],
  },
]
