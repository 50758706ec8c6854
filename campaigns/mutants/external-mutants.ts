import type { Mutant } from './mutant.ts'

const judging = 'src/main/purchases/external/judge-arrivals.ts'
const judgingTests = ['src/main/purchases/external/judge-arrivals.test.ts']
const watching = 'src/main/purchases/external/watch-external.ts'
const waiting = ['src/main/purchases/external/hard-payments.test.ts']
const payments = ['src/main/purchases/external/external-payments.test.ts']
const wishes = ['src/main/purchases/external/same-wish.test.ts']
const campaign = ['campaigns/crash/external/external.test.ts']
const unused = 'src/main/purchases/external/unused-coins-repository.ts'
const books = ['src/main/bookkeeping/unused-coins.test.ts']
const rechecking = 'src/main/purchases/external/recheck-arrivals.ts'
const reorganized = ['src/main/purchases/external/reorganized.test.ts']
const costs = ['campaigns/bench/rpc/elsewhere.test.ts']

/** Faults in payments that another wallet makes. */
export const externalMutants: readonly Mutant[] = [
  {
    name: 'external: a wrong amount that a reorganization removed is still lost',
    file: unused,
    find: 'IN (${FIRST}) AND a.gone_at IS NULL',
    replace: 'IN (${FIRST})',
    tests: reorganized,
  },
  {
    name: 'external: a wrong amount of a block that is gone stays',
    file: rechecking,
    find: "if (state === 'gone') changed",
    replace: "if (state === 'final') changed",
    tests: reorganized,
  },
  {
    name: 'external: one node removes a wrong amount from the sums',
    file: rechecking,
    find: ' || status?.isBacked === false',
    replace: '',
    tests: reorganized,
  },
  {
    name: 'external: a pruned node takes back a wrong amount',
    file: 'src/main/chain/read/transactions/read-absence.ts',
    find: ' && isOtherShown ?',
    replace: ' && isOtherShown !== null ?',
    tests: ['src/main/purchases/external/pruned-node.test.ts'],
  },
  {
    name: 'external: one of two equal arrivals stays although it was mined again without it',
    file: rechecking,
    find: 'one.ordinal <= ordinal',
    replace: 'one.ordinal === ordinal',
    tests: ['src/main/purchases/external/recheck-arrivals.test.ts'],
  },
  {
    name: 'external: a wrong amount is gone before that is final',
    file: rechecking,
    find: 'number > (await chain.finalized())',
    replace: 'false',
    tests: reorganized,
  },
  {
    name: 'external: a wrong amount that is mined again stays gone',
    file: 'src/main/purchases/external/look-for-payments.ts',
    find: 'arrivals.flatMap((one) => restoreGone(ledger, one))',
    replace: '[] as string[]',
    tests: reorganized,
  },
  {
    name: 'external: one purchase takes all of a transaction out of the sums',
    file: unused,
    find: ' AND f.transaction_id IS NOT NULL AND a.ordinal = ${BOUGHT}',
    replace: ' AND f.transaction_id IS NOT NULL',
    tests: books,
  },
  {
    name: 'external: a wrong amount before a stop in silence is passed over',
    file: judging,
    find: 'endedBlock === null || block <= endedBlock',
    replace: 'endedBlock !== null && block <= endedBlock',
    tests: judgingTests,
  },
  {
    name: 'external: coins are back before the block of their return is final',
    file: unused,
    find: ' AND r.block < s.next_block',
    replace: '',
    tests: books,
  },
  {
    name: 'external: a transfer that the user denied to be a return is one again',
    file: 'src/main/purchases/external/pair-returns.ts',
    find: '!taken.has(one) && !denied?.has(idOf(one))',
    replace: '!taken.has(one)',
    tests: books,
  },
  {
    name: 'external: what a stranger paid is not asked about',
    file: judging,
    find: "return verdict(same[0], 'other-sender')",
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
    find: "return verdict(same[0], 'other-sender')",
    replace: "return verdict(same[0], 'paid')",
    tests: judgingTests,
  },
  {
    name: 'external: a call that carries more than its transfer is not recognized',
    file: 'src/main/purchases/external/read-payment-bytes.ts',
    find: 'bytes.data.startsWith(data)',
    replace: 'bytes.data === data',
    tests: payments,
  },
  {
    name: 'external: a transaction of the account does not make Till read the logs',
    file: watching,
    find: 'if (mined !== seen.mined)',
    replace: 'if (mined < seen.mined)',
    tests: waiting,
  },
  {
    name: 'external: logs are read in every look',
    file: watching,
    find: 'if (isQuiet(group, seen, now))',
    replace: 'if (now < 0)',
    tests: waiting,
  },
  {
    name: 'external: logs are read for minutes after the payment was found',
    file: watching,
    find: 'if (isDone && countBelow(seen.found, mined) >= mined - seen.since) seen.movedAt = 0',
    replace: 'if (mined < 0) seen.movedAt = 0',
    tests: costs,
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
    find: 'open.length > 0 ? open : earlier.filter((one) => wasAwaited(one, arrival))',
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
    name: 'external: one arrival is asked about at two purchases',
    file: 'src/main/purchases/external/look-for-payments.ts',
    find: 'for (const id of dropOvertaken(ledger)) changed.add(id)',
    replace: '',
    tests: ['src/main/purchases/external/after-the-end.test.ts'],
  },
  {
    name: 'external: two questions about two payments are asked of one purchase',
    file: judging,
    find: 'Number(questioned.has(one.id)) - Number(questioned.has(other.id))',
    replace: '0',
    tests: judgingTests,
  },
  {
    name: 'external: what one node lists is the payment',
    file: 'src/main/purchases/external/look-for-payments.ts',
    find: 'isSettled(one) || !one.isProven',
    replace: 'isSettled(one)',
    tests: ['src/main/purchases/external/pruned-node.test.ts'],
  },
  {
    name: 'external: what one node lists and no block holds is asked about',
    file: 'src/main/purchases/external/look-for-payments.ts',
    find: 'block <= (await chain.finalized()) && (await chain.isInBlock(hash, block))',
    replace: 'block <= (await chain.finalized())',
    tests: ['src/main/purchases/external/pruned-node.test.ts'],
  },
  {
    name: 'external: the height of another chain passes over blocks',
    file: 'src/main/purchases/external/look-for-payments.ts',
    find: 'behind.length === 0 || !(await isStillChain(chain))',
    replace: 'behind.length === 0',
    tests: ['src/main/purchases/external/other-chain.test.ts'],
  },
  {
    name: 'external: a payment is asked for with the nonce of another chain',
    file: 'src/main/purchases/external/ask-external.ts',
    find: 'if (!(await isStillChain(chain))) throw',
    replace: 'if (sinceTime < 0) throw',
    tests: ['src/main/purchases/external/other-chain.test.ts'],
  },
  {
    name: 'external: the logs rest once one of two payments was found',
    file: watching,
    find: 'countBelow(seen.found, mined) >= mined - seen.since',
    replace: 'seen.found.size > 0',
    tests: waiting,
  },
  {
    name: 'external: the logs rest after a reorganisation although the payment was mined again',
    file: watching,
    find: 'if (mined !== seen.mined)',
    replace: 'if (mined > seen.mined)',
    tests: campaign,
  },
  {
    name: 'external: a payment declined for one purchase is kept from another that awaits it',
    file: 'src/main/purchases/external/look-for-payments.ts',
    find: '&& !asked.some((one) => awaits(one, arrival))',
    replace: '',
    tests: [...campaign, ...payments],
  },
  {
    name: 'external: a payment that was made is looked for like one that is awaited',
    file: watching,
    find: "one.ended === 'paid' ? Infinity : now - lastChangeOf(one)",
    replace: 'now - lastChangeOf(one)',
    tests: costs,
  },
  {
    name: 'external: logs are read once a minute although the price expired',
    file: watching,
    find: 'ageOf(group, now) < PRICE_HELD_MS ? MINUTE : 10 * MINUTE',
    replace: 'ageOf(group, now) < PRICE_HELD_MS ? MINUTE : MINUTE',
    tests: costs,
  },
  {
    name: 'external: another wallet is asked twice to pay for one draft',
    file: 'src/main/purchases/confirm/check-offer.ts',
    find: 'if (draftId !== null && awaitsDraft(',
    replace: 'if (draftId === null && awaitsDraft(',
    tests: wishes,
  },
  {
    name: 'external: a payment after one that was replaced for good is called a second one',
    file: 'src/main/purchases/external/look-for-payments.ts',
    find: 'state !== null && isUnpaidForGood(state)',
    replace: 'state !== null && !isUnpaidForGood(state)',
    tests: ['src/main/purchases/external/after-the-end.test.ts'],
  },
  {
    name: 'external: a payment under a nonce that Till signed for another one cannot be taken',
    file: 'src/main/purchases/external/take-payment.ts',
    find: 'isSignedElsewhere: true',
    replace: 'isSignedElsewhere: false',
    tests: ['src/main/purchases/external/same-nonce.test.ts'],
  },
  {
    name: 'external: a payment that a wallet sends again for Till is a question for another purchase',
    file: 'src/main/purchases/external/look-for-payments.ts',
    find: 'if (known.some((raw) => isSameCall(bytes, raw))) return null',
    replace: 'if (known.length < 0) return null',
    tests: ['src/main/purchases/external/same-nonce.test.ts'],
  },
]
