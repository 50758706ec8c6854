import type { Mutant } from './mutant.ts'

const judging = 'src/main/purchases/external/judge-arrivals.ts'
const judgingTests = ['src/main/purchases/external/judge-arrivals.test.ts']
const campaign = ['campaigns/crash/external/external.test.ts']

/** Faults in judging what another wallet sent. */
export const arrivalMutants: readonly Mutant[] = [
  {
    name: 'external: a wrong amount before a stop in silence is passed over',
    file: judging,
    find: 'endedBlock === null || block <= endedBlock',
    replace: 'endedBlock !== null && block <= endedBlock',
    tests: judgingTests,
  },
  {
    name: 'external: what a stranger paid is not asked about',
    file: judging,
    find: "return verdict(first ?? before.findLast((one) => isAmount(one, arrival)), 'other-sender')",
    replace: 'return []',
    tests: campaign,
  },
  {
    name: 'external: a late payment is taken without a question',
    file: judging,
    find: "isLate(first, arrival) ? 'late' : arrival.isDoubtful",
    replace: "isLate(first, arrival) ? 'paid' : arrival.isDoubtful",
    tests: judgingTests,
  },
  {
    name: 'external: one payment is given to the first of two purchases that wait for it',
    file: judging,
    find: 'countSame(left, arrival) >= same.length',
    replace: 'countSame(left, arrival) > 0',
    tests: judgingTests,
  },
  {
    name: 'external: a payment from before it was asked for counts',
    file: judging,
    find: 'sinceBlock < arrival.block',
    replace: 'sinceBlock <= arrival.block',
    tests: judgingTests,
  },
  {
    name: 'external: what another account sent is the payment',
    file: judging,
    find: "return verdict(first ?? before.findLast((one) => isAmount(one, arrival)), 'other-sender')",
    replace: "return verdict(first, 'paid')",
    tests: judgingTests,
  },
  {
    name: 'external: a second payment in the block of the first is forgotten',
    file: judging,
    find: "return paidIn === undefined ? one : { ...one, ended: 'paid' as const, paidIn }",
    replace:
      "return paidIn === undefined ? one : { ...one, ended: 'paid' as const, paidIn, sinceBlock: arrival.block }",
    tests: judgingTests,
  },
  {
    name: 'external: a wrong payment that is read after the right one is forgotten',
    file: judging,
    find: 'open.length > 0 ? open : before',
    replace: 'open',
    tests: judgingTests,
  },
  {
    name: 'external: what the user said pays nothing pays another purchase',
    file: judging,
    find: "arrival.isDoubtful ? 'unclear' : 'paid'",
    replace: "arrival.isDoubtful ? 'paid' : 'paid'",
    tests: judgingTests,
  },
  {
    name: 'external: a later payment for something else is asked about at a paid purchase',
    file: judging,
    find: 'paidIn !== null && block <= paidIn',
    replace: 'paidIn !== null',
    tests: judgingTests,
  },
  {
    name: 'external: what another account sent before the payment, and is read after it, is passed over',
    file: judging,
    find: 'first ?? before.findLast((one) => isAmount(one, arrival))',
    replace: 'first',
    tests: judgingTests,
  },
  {
    name: 'external: two questions about two payments are asked of one purchase',
    file: judging,
    find: 'Number(questioned.has(one.id)) - Number(questioned.has(other.id))',
    replace: '0',
    tests: judgingTests,
  },
]
