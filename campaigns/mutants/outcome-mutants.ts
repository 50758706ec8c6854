import type { Mutant } from './mutant.ts'

/** Faults in what a person reads about a purchase. */
export const outcomeMutants: readonly Mutant[] = [
  {
    name: 'a payment on the person’s word is shown as paid',
    file: 'src/renderer/modules/purchases/attention/status-keys.ts',
    find: "  if (purchase.isPaidAsReported) return 'outcome.asReported'\n",
    replace: '',
    tests: ['src/renderer/modules/purchases/purchase/outcome-keys.test.ts'],
  },
  {
    name: 'a report is promised while it is unclear',
    file: 'src/renderer/modules/purchases/attention/status-keys.ts',
    find: "  if (unclear) return ['outcome.unclear']\n",
    replace: '',
    tests: ['src/renderer/modules/purchases/purchase/outcome-keys.test.ts'],
  },
  {
    name: 'a failed report is shown after the payment is registered',
    file: 'src/renderer/modules/purchases/attention/report-keys.ts',
    find: "state !== 'prepared' || code === undefined",
    replace: 'code === undefined',
    tests: ['src/renderer/modules/purchases/purchase/outcome-keys.test.ts'],
  },
  {
    name: 'a refund is shown as owed for an unproven payment',
    file: 'src/renderer/modules/purchases/attention/status-keys.ts',
    find: 'if (purchase.isPaidAsReported || !isConfirmed(purchase))',
    replace: 'if (!isConfirmed(purchase))',
    tests: ['src/renderer/modules/purchases/purchase/outcome-keys.test.ts'],
  },
  {
    name: 'the service’s text may contain characters that reverse the line',
    file: 'src/main/service/answer/error-body.ts',
    find: String.raw`[\p{Cc}\p{Cf}\s]+`,
    replace: String.raw`[\p{Cc}\s]+`,
    tests: ['src/main/service/answer/error-body.test.ts'],
  },
]
