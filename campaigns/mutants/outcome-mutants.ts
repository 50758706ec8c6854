import type { Mutant } from './mutant.ts'

/** Faults of what a person reads about a purchase. */
export const outcomeMutants: readonly Mutant[] = [
  {
    name: 'a payment on the person’s word is called paid',
    file: 'src/renderer/modules/purchases/standing-keys.ts',
    find: "  if (purchase.isPaidAsReported) return 'outcome.byWord'\n",
    replace: '',
    tests: ['src/renderer/modules/purchases/outcome-keys.test.ts'],
  },
  {
    name: 'a report is promised while it is unclear',
    file: 'src/renderer/modules/purchases/standing-keys.ts',
    find: "  if (unclear) return ['outcome.unclear']\n",
    replace: '',
    tests: ['src/renderer/modules/purchases/outcome-keys.test.ts'],
  },
  {
    name: 'a report that failed is told of after the payment is registered',
    file: 'src/renderer/modules/purchases/report-keys.ts',
    find: "state !== 'prepared' || code === undefined",
    replace: 'code === undefined',
    tests: ['src/renderer/modules/purchases/outcome-keys.test.ts'],
  },
  {
    name: 'a refund is called owed for a payment that nobody has proven',
    file: 'src/renderer/modules/purchases/standing-keys.ts',
    find: 'if (purchase.isPaidAsReported || !isConfirmed(purchase))',
    replace: 'if (!isConfirmed(purchase))',
    tests: ['src/renderer/modules/purchases/outcome-keys.test.ts'],
  },
  {
    name: 'the service’s words may hold signs that turn the line around',
    file: 'src/main/service/answer/error-body.ts',
    find: String.raw`[\p{Cc}\p{Cf}\s]+`,
    replace: String.raw`[\p{Cc}\s]+`,
    tests: ['src/main/service/answer/error-body.test.ts'],
  },
]
