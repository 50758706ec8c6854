import type { Mutant } from './mutant.ts'

const claims = 'src/main/claims'
const guard = 'src/main/chain/plan-claim.ts'
const guardTests = ['src/main/chain/plan-claim.test.ts']
const vault = 'src/main/vault/check-task.ts'
const vaultTests = ['src/main/vault/check-task.test.ts']
const offering = `${claims}/offer-claim.ts`
const finding = 'src/main/purchases/read-claimable.ts'
const pitfalls = [`${claims}/pitfalls.test.ts`]
const owed = [`${claims}/owed-refunds.test.ts`]
const sums = [`${claims}/shared-sums.test.ts`]
const safety = [`${claims}/safety.test.ts`]
const damaged = [`${claims}/damaged-terms.test.ts`]
const setBack = [`${claims}/set-back-clock.test.ts`]

/** Faults of refunds that are claimed from an escrow. */
export const claimMutants: readonly Mutant[] = [
  {
    name: 'claims: another contract may be called',
    file: guard,
    find: 'if (!isAddressEqual(step.to, bounds.router))',
    replace: 'if (!isAddressEqual(step.to, step.to))',
    tests: guardTests,
  },
  {
    name: 'claims: a coin may go along',
    file: guard,
    find: "if (step.value !== 0n) return 'moves-coins'",
    replace: "if (step.value < 0n) return 'moves-coins'",
    tests: guardTests,
  },
  {
    name: 'claims: another service’s refund may be claimed',
    file: guard,
    find: 'if (claim.serviceId !== bounds.serviceId)',
    replace: 'if (claim.serviceId < 0n)',
    tests: guardTests,
  },
  {
    name: 'claims: another record may be claimed',
    file: guard,
    find: 'if (claim.recordId !== bounds.recordId)',
    replace: 'if (claim.recordId < 0n)',
    tests: guardTests,
  },
  {
    name: 'claims: a sum in another token may be claimed',
    file: guard,
    find: 'if (!isAddressEqual(claim.token, bounds.token))',
    replace: 'if (!isAddressEqual(claim.token, claim.token))',
    tests: guardTests,
  },
  {
    name: 'claims: a sum may be claimed for somebody else',
    file: guard,
    find: 'if (!isAddressEqual(claim.refundee, bounds.payer))',
    replace: 'if (!isAddressEqual(claim.refundee, claim.refundee))',
    tests: guardTests,
  },
  {
    name: 'claims: bytes that the call does not explain are signed',
    file: guard,
    find: 'if (encodeFunctionData({ abi: asSum, args }) !== data) return null',
    replace: 'if (encodeFunctionData({ abi: asSum, args }) === null) return null',
    tests: guardTests,
  },
  {
    name: 'claims: the vault signs a sum for somebody else',
    file: vault,
    find: 'isAddressEqual(refundee, from) && isCall',
    replace: 'isAddressEqual(refundee, refundee) && isCall',
    tests: vaultTests,
  },
  {
    name: 'claims: the vault signs a claim that nobody spoke of',
    file: vault,
    find: '[TRANSFER, APPROVE, CLAIM_RECORD, CLAIM_SUM]',
    replace: '[TRANSFER, APPROVE]',
    tests: vaultTests,
  },
  {
    name: 'claims: one node alone says which record a payment made',
    file: 'src/main/chain/agree.ts',
    find: 'isDeepStrictEqual(other, one)).length * 2 > nodeCount',
    replace: 'isDeepStrictEqual(other, one)).length * 2 > 0 * nodeCount',
    tests: ['src/main/chain/agree.test.ts'],
  },
  {
    name: 'claims: one node alone says what the escrow owes',
    file: 'src/main/chain/open-chain.ts',
    find: 'saidByMost(await askAll((client) => readEscrowRefund(client, question)))',
    replace: '(await askAll((client) => readEscrowRefund(client, question))).at(-1) ?? null',
    tests: safety,
  },
  {
    name: 'claims: a record that does not exist is read as failed',
    file: 'src/main/chain/read-escrow-refund.ts',
    find: 'if (record.id !== recordId || recordId === 0n || status === undefined) return null',
    replace: 'if (status === undefined) return null',
    tests: ['src/main/chain/read-escrow-refund.test.ts'],
  },
  {
    name: 'claims: a record counts that is another payment’s',
    file: finding,
    find: 'if (refund === null || !isOf(refund, found, escrow))',
    replace: 'if (refund === null)',
    tests: pitfalls,
  },
  {
    name: 'claims: the service’s number that the ledger has is not compared',
    file: finding,
    find: 'return BigInt(escrow.serviceId) === serviceId && (',
    replace: 'return BigInt(escrow.serviceId) >= 0n * serviceId && (',
    tests: pitfalls,
  },
  {
    name: 'claims: one that counts as delivered is claimed',
    file: finding,
    find: "if (refund.status !== 'failed') return",
    replace: "if (refund.status === 'pending') return",
    tests: pitfalls,
  },
  {
    name: 'claims: more is claimed than the escrow still holds',
    file: finding,
    find: 'if (refund.authorized < total)',
    replace: 'if (refund.authorized < 0n * total)',
    tests: pitfalls,
  },
  {
    name: 'claims: one that waits is claimed again',
    file: offering,
    find: "return claim !== null && (isStepOpen(claim.step) || claim.step.state === 'final')",
    replace: "return claim !== null && claim.step.state === 'final'",
    tests: safety,
  },
  {
    name: 'claims: one that was claimed is claimed again',
    file: offering,
    find: "return claim !== null && (isStepOpen(claim.step) || claim.step.state === 'final')",
    replace: 'return claim !== null && isStepOpen(claim.step)',
    tests: safety,
  },
  {
    name: 'claims: the commit does not look whether another claim was stored',
    file: `${claims}/confirm-claim.ts`,
    find: 'for (const covered of covers) assertUnclaimed(context, covered.id)',
    replace: '',
    tests: safety,
  },
  {
    name: 'claims: a trial run may bring less',
    file: offering,
    find: 'if (coin === units && native === 0n && others.length === 0) return true',
    replace: 'if (coin !== undefined && coin > 0n && native === 0n && others.length === 0) return true',
    tests: safety,
  },
  {
    name: 'claims: a trial run may take the network’s coin',
    file: offering,
    find: 'if (coin === units && native === 0n && others.length === 0) return true',
    replace: 'if (coin === units && others.length === 0) return true',
    tests: safety,
  },
  {
    name: 'claims: a sum that has grown is not shown again',
    file: `${claims}/confirm-claim.ts`,
    find: '!== serviceId || comes !== units) throw',
    replace: '!== serviceId || comes < units) throw',
    tests: safety,
  },
  {
    name: 'claims: a fee above the cap needs no password',
    file: `${claims}/confirm-claim.ts`,
    find: 'checkFeeAccepted(offer.view.passedCap, acceptFee)',
    replace: 'checkFeeAccepted(offer.view.passedCap, offer.view.passedCap !== null)',
    tests: safety,
  },
  {
    name: 'claims: what somebody else sent ends the purchase',
    file: `${claims}/count-claim.ts`,
    find: 'own.findIndex((one) => isAddressEqual(one.from, vault))',
    replace: 'own.findIndex((one) => !isAddressEqual(one.from, one.to))',
    tests: safety,
  },
  {
    name: 'claims: what one node alone shows ends the purchase',
    file: `${claims}/count-claim.ts`,
    find: 'hash === minedHash && isProven)',
    replace: 'hash === minedHash && isProven !== null)',
    tests: safety,
  },
  {
    name: 'claims: of two ways to make a sum the first counts',
    file: `${claims}/cover-sum.ts`,
    find: 'return only !== undefined && further.length === 0 ? only : []',
    replace: 'return only !== undefined && further.length >= 0 ? only : []',
    tests: [`${claims}/cover-sum.test.ts`],
  },
  {
    name: 'claims: another account’s refund is claimed',
    file: offering,
    find: "if (context.wallet.address() !== record.from) throw notAllowed('other-account')",
    replace: '',
    tests: safety,
  },
  {
    name: 'claims: a claim that was cancelled hides the one under way',
    file: `${claims}/claim-repository.ts`,
    find: "ORDER BY (${OPEN} OR s.state = 'final') DESC, c.rowid DESC",
    replace: 'ORDER BY c.created_at DESC',
    tests: setBack,
  },
  {
    name: 'claims: a damaged purchase in the same escrow keeps the others from being claimed',
    file: offering,
    find: 'const mate = readSoundPurchase(ledger, id)',
    replace: "const mate = readSoundPurchase(ledger, id)\n    if (mate === null) throw new Error('damaged')",
    tests: damaged,
  },
  {
    name: 'claims: terms that are no JSON keep the others from being claimed',
    file: `${claims}/claim-repository.ts`,
    find: "'CASE WHEN json_valid(p.terms) THEN p.terms END'",
    replace: "'p.terms'",
    tests: damaged,
  },
  {
    name: 'claims: a sum ends only the purchase that was asked about',
    file: `${claims}/cover-sum.ts`,
    find: 'return [asked, ...onlyWay(units - asked.units, others)]',
    replace: 'return [asked, ...onlyWay(0n, others)]',
    tests: [`${claims}/cover-sum.test.ts`],
  },
  {
    name: 'claims: a sum that is too little for the one asked about ends nobody’s wait',
    file: `${claims}/cover-sum.ts`,
    find: ': onlyWay(units, others)',
    replace: ': onlyWay(0n, others)',
    tests: [`${claims}/cover-sum.test.ts`],
  },
  {
    name: 'claims: a refund for which another claim is signed is never given by the sum that took it along',
    file: `${claims}/find-mates.ts`,
    find: "isClaimed(claim) && claim?.step.state !== 'signed')",
    replace: 'isClaimed(claim))',
    tests: sums,
  },
  {
    name: 'claims: the rest of a sum is not asked about',
    file: `${claims}/count-claim.ts`,
    find: 'for (const one of possible) if (ask(context, claim, came, one)) concerned.add(one.id)',
    replace: '',
    tests: sums,
  },
  {
    name: 'claims: the rest of a sum is not shared once it is clearer whose it is',
    file: `${claims}/create-claims.ts`,
    find: "if (readState(ledger, purchaseId)?.refund !== 'none') shareAll()",
    replace: 'readState(ledger, purchaseId)',
    tests: sums,
  },
  {
    name: 'claims: the rest of a sum is given twice',
    file: 'src/main/purchases/counted-refund-repository.ts',
    find: 'if ((one.units ?? 0n) > left) remove.run(one.rowid)',
    replace: 'if ((one.units ?? 0n) < 0n) remove.run(one.rowid)',
    tests: sums,
  },
  {
    name: 'claims: a refund is not claimed where the service refused the registration',
    file: finding,
    find: " || state.registration === 'rejected'",
    replace: '',
    tests: owed,
  },
  {
    name: 'claims: a refund is not claimed where the service says something else',
    file: finding,
    find: "return record.state.refund === 'seen' ?",
    replace: "return record.state.refund === 'seen' || record.state.serviceStatus === 'SUCCESS' ?",
    tests: owed,
  },
  {
    name: 'claims: a payment that came back may be registered again',
    file: 'src/shared/purchase.ts',
    find: "return registration === 'rejected' && refund !== 'seen'",
    replace: "return registration === 'rejected' && refund !== null",
    tests: ['src/shared/purchase.test.ts'],
  },
]
