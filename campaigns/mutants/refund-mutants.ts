import type { Mutant } from './mutant.ts'

const buying = 'src/main/purchases'
const crash = 'campaigns/crash'
const withdrawals = ['src/main/claims/whose-refund.test.ts']

/** Faults of finding, counting and asking about refunds. */
export const refundMutants: readonly Mutant[] = [
  {
    name: 'the second of two refunds in one transaction is not found',
    file: 'src/main/purchases/find-refund.ts',
    find: 'next.set(transfer.hash, place + 1)',
    replace: 'next.set(transfer.hash, place)',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a refund whose block was replaced counts twice',
    file: 'src/main/purchases/find-refund.ts',
    find: 'return { ...transfer, place }',
    replace: 'return { ...transfer, place: place < 0 ? place : transfer.logIndex }',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a refund counts that the nodes do not prove',
    file: 'src/main/purchases/judge-refund.ts',
    find: "if (isOwn && isKnown && isProven) return { is: 'refund' }",
    replace: "if (isOwn && isKnown) return { is: 'refund' }",
    tests: [`${buying}/refund`],
  },
  {
    name: 'a refund that the nodes do not prove is not asked about',
    file: 'src/main/purchases/judge-refund.ts',
    find: 'if (!isKnown && !isProven) return nothing',
    replace: 'if (!isProven) return nothing',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a refund counts before its block is final',
    file: 'src/main/purchases/find-refund.ts',
    find: 'const finalized = await chain.finalized()',
    replace: 'const finalized = await chain.head()',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a search for a refund begins at the payment after every start',
    file: 'src/main/purchases/find-refund.ts',
    find: 'readSearch(context.ledger, record.id) ?? newSearch(first)',
    replace: 'newSearch(first)',
    tests: [`${buying}/refund`],
  },
  {
    name: 'what was searched for a refund is never read once more',
    file: 'src/main/purchases/refund-search.ts',
    find: 'again: first < search.next ? first : null,',
    replace: 'again: null,',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a part of a refund ends the wait for it',
    file: 'src/main/purchases/answer-refund.ts',
    find: '{ ...asked, covers: [record.id] }, false)',
    replace: '{ ...asked, covers: [record.id] }, true)',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a transfer is counted for two purchases that it does not cover together',
    file: 'src/main/purchases/counted-refund-repository.ts',
    find: 'if (taken !== undefined) throw',
    replace: 'if (taken === null) throw',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a no to a refund that was not proven holds once it is',
    file: 'src/main/purchases/refund-repository.ts',
    find: ' AND d.is_proven >= r.is_proven',
    replace: '',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a refund before its payment was mined again is not found',
    file: 'src/main/purchases/find-refund.ts',
    find: "if (paidIn === null || !readEvents(ledger, record.id).some(({ type }) => type === 'reorged')) return paidIn",
    replace: "if (paidIn === null || record.id !== '') return paidIn",
    tests: ['campaigns/chain/reorg.test.ts'],
  },
  {
    name: 'one refund counts for two purchases',
    file: 'src/main/purchases/refund-repository.ts',
    find: 'WHERE ${IS_UNTAKEN}\n         AND NOT EXISTS (SELECT 1 FROM signed',
    replace: 'WHERE NOT EXISTS (SELECT 1 FROM signed',
    tests: [`${buying}/refund`],
  },
  {
    name: 'the amount counts as the refund whoever sent it',
    file: 'src/main/purchases/find-refund.ts',
    find: "return isConfirmedSender(ledger, record, sender) ? 'known-sender' : null",
    replace: "isConfirmedSender(ledger, record, sender)\n  return 'known-sender'",
    tests: [`${buying}/refund`, crash],
  },
  {
    name: 'a transfer that is not the refund is asked about again',
    file: 'src/main/purchases/refund-repository.ts',
    find: '${SELECT} AND declined_at IS NULL AND ${IS_UNTAKEN}',
    replace: '${SELECT} AND ${IS_UNTAKEN}',
    tests: [`${buying}/refund`],
  },
  {
    name: 'a sender confirmed for one service is known to every other',
    file: 'src/main/purchases/refund-repository.ts',
    find: 'AND p.profile_id = ? AND p.chain_instance = ? LIMIT 1',
    replace: "AND ? <> '' AND p.chain_instance = ? LIMIT 1",
    tests: [`${buying}/refund`],
  },
  {
    name: 'a withdrawal of another record counts as the refund of a purchase of the same sum',
    file: `${buying}/find-refund.ts`,
    find: "if (withdrawal === 'other') return { is: 'nothing' }",
    replace: "if (withdrawal === 'other') return verdict",
    tests: withdrawals,
  },
  {
    name: 'a sum that was withdrawn counts though the escrow still holds the refund',
    file: `${buying}/judge-withdrawal.ts`,
    find: "if (ids.includes(null)) return isSpent ? 'own' : 'unclear'",
    replace: "if (ids.includes(null)) return 'own'",
    tests: withdrawals,
  },
  {
    name: 'an open question about what left the escrow counts by its amount',
    file: `${buying}/find-refund.ts`,
    find: "if (record.terms.payment.escrow !== null && (one.isKnown || evidence === 'payee')) continue",
    replace: '',
    tests: withdrawals,
  },
  {
    name: 'what this wallet withdrew in bytes that the ledger lacks counts as anybody’s refund',
    file: `${buying}/refund-repository.ts`,
    find: '\n         AND r.hash NOT IN (SELECT mined_hash FROM steps WHERE mined_hash IS NOT NULL)',
    replace: '',
    tests: [`${buying}/own-transactions.test.ts`],
  },
]
