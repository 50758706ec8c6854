import type { Mutant } from './mutant.ts'

const call = 'src/main/chain/escrow-call.ts'
const callTests = ['src/main/chain/escrow-call.test.ts']
const judging = 'src/main/purchases/judge-escrow.ts'
const paying = ['src/main/purchases/escrow-payments.test.ts']

/** Faults of what is paid through an escrow. */
export const escrowMutants: readonly Mutant[] = [
  {
    name: 'escrow: somebody else may be the payer',
    file: call,
    find: 'if (!isAddressEqual(request.payer, payer))',
    replace: 'if (!isAddressEqual(request.payer, request.payer))',
    tests: callTests,
  },
  {
    name: 'escrow: another token may be paid',
    file: call,
    find: 'if (!isAddressEqual(request.token, token.address))',
    replace: 'if (!isAddressEqual(request.token, request.token))',
    tests: callTests,
  },
  {
    name: 'escrow: another amount than the quote’s may be paid',
    file: call,
    find: 'if (units === 0n || units !== unitsOrNull(bounds.amount, token.decimals))',
    replace: 'if (units === 0n)',
    tests: callTests,
  },
  {
    name: 'escrow: another product’s service may be paid',
    file: call,
    find: 'bounds.serviceId !== null && BigInt(bounds.serviceId) !== serviceId',
    replace: 'bounds.serviceId !== null && BigInt(bounds.serviceId) < 0n',
    tests: callTests,
  },
  {
    name: 'escrow: a payment may have no reference',
    file: call,
    find: "if (request.serviceRef.trim() === '')",
    replace: "if (request.serviceRef.trim() === '?')",
    tests: callTests,
  },
  {
    name: 'escrow: what was typed is written on chain',
    file: call,
    find: 'if (isPlain(request.serviceRef, bounds.typed))',
    replace: 'if (isPlain(request.serviceRef, []))',
    tests: callTests,
  },
  {
    name: 'escrow: a part of what was typed is written on chain',
    file: call,
    find: 'holds(said, text) || holds(text, said)',
    replace: 'holds(said, text)',
    tests: callTests,
  },
  {
    name: 'escrow: the delivery of somebody else is paid',
    file: call,
    find: 'return other === null ? {',
    replace: "return other !== 'other-quote' ? {",
    tests: callTests,
  },
  {
    name: 'escrow: bytes that the call does not explain are signed',
    file: call,
    find: '=== data ? args : null',
    replace: '!== null ? args : null',
    tests: callTests,
  },
  {
    name: 'escrow: the fee’s shares are rounded down',
    file: call,
    find: '(units * BigInt(bps) + 9_999n)',
    replace: '(units * BigInt(bps))',
    tests: callTests,
  },
  {
    name: 'escrow: the token’s share is not counted',
    file: call,
    find: 'return share(serviceBps) + share(tokenBps)',
    replace: 'return share(serviceBps) + 0n * share(tokenBps)',
    tests: callTests,
  },
  {
    name: 'escrow: a profile may name the call’s arguments otherwise',
    file: 'src/main/chain/router-call.ts',
    find: 'if (data.startsWith(ESCROW_SELECTOR)) {',
    replace: 'if (data.startsWith(ESCROW_SELECTOR) && call.inputs.length === 0) {',
    tests: callTests,
  },
  {
    name: 'escrow: coins are sent to a contract that keeps no record of them',
    file: 'src/main/chain/payment-guard.ts',
    find: "call.shape !== 'router' && isOfEscrow(call.recipient, choice)",
    replace: "call.shape !== 'router' && choice.router === null && isOfEscrow(call.recipient, choice)",
    tests: callTests,
  },
  {
    name: 'escrow: an implementation is taken for its proxy',
    file: 'src/main/chain/escrow-contracts.ts',
    find: "router: 'BandoRouterProxy',",
    replace: "router: 'BandoRouter',",
    tests: callTests,
  },
  {
    name: 'escrow: the registry may answer of another service',
    file: 'src/main/chain/read-escrow-fee.ts',
    find: 'service.serviceId === serviceId ?',
    replace: 'service.serviceId !== 0n ?',
    tests: ['src/main/chain/read-escrow-fee.test.ts'],
  },
  {
    name: 'escrow: one node alone says the fee',
    file: 'src/main/chain/open-chain.ts',
    find: 'saidByMost(await askAll((client) => readEscrowShares(client, question)))',
    replace: '(await askAll((client) => readEscrowShares(client, question))).at(-1) ?? null',
    tests: ['src/main/chain/open-chain.test.ts'],
  },
  {
    name: 'escrow: its payment gets no more gas than any other',
    file: 'src/main/chain/plan-payment.ts',
    find: 'effect.escrow === null ? effect.gas : max',
    replace: 'effect.amount >= 0n ? effect.gas : max',
    tests: ['src/main/chain/plan-payment.test.ts'],
  },
  {
    name: 'escrow: an allowance is given where any other stands',
    file: 'src/main/chain/plan-payment.ts',
    find: 'if (current === effect.amount) return []',
    replace: 'if (current >= effect.amount) return []',
    tests: ['src/main/chain/plan-payment.test.ts'],
  },
  {
    name: 'escrow: any of its contracts may be allowed to take coins',
    file: judging,
    find: 'return network.escrow.router === null ? [] : [network.escrow.router]',
    replace: 'return network.protocolContracts',
    tests: paying,
  },
  {
    name: 'escrow: the fee is not compared with the rest of the total',
    file: judging,
    find: 'if (taken === due.total) return { ok: true, due }',
    replace: 'if (taken > 0n) return { ok: true, due }',
    tests: paying,
  },
  {
    name: 'escrow: a fee that nobody could read is paid',
    file: judging,
    find: "if (taken === null) return { ok: false, reason: 'fee-unread' }",
    replace: 'if (taken === null) return { ok: true, due }',
    tests: paying,
  },
]
