/** One deliberate fault: `find` stands once in `file` and is replaced; one of `tests` must fail then. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly tests: readonly string[]
}

const crash = 'campaigns/crash'
const buying = 'src/main/purchases'

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
    file: 'src/main/purchases/sign-purchase.ts',
    find: '  const at = now()\n',
    replace: '  for (const { bytes } of signed) await payable.chain.send(bytes.raw)\n  const at = now()\n',
    tests: [crash],
  },
  {
    name: 'every attempt to register has a new key',
    file: 'src/main/purchases/send-registration.ts',
    find: 'idempotencyKey: stored.idempotencyKey,\n    body',
    replace: 'idempotencyKey: crypto.randomUUID(),\n    body',
    tests: [`${buying}/crash.test.ts`, `${buying}/registering.test.ts`],
  },
  {
    name: 'nonces of other purchases are given again',
    file: 'src/main/journal/allocate-nonces.ts',
    find: 'if (!taken.has(nonce)) nonces.push(nonce)',
    replace: 'if (taken.size >= 0) nonces.push(nonce)',
    tests: ['src/main/journal'],
  },
  {
    name: 'missing is taken for dropped',
    file: 'src/main/journal/follow-steps.ts',
    find: "if (block === 'final' && !anyReceipt) move",
    replace: 'if (!anyReceipt) move',
    tests: [`${buying}/settled-otherwise.test.ts`, `${buying}/lost-payments.test.ts`],
  },
  {
    name: 'a used nonce settles a payment that has its receipt',
    file: 'src/main/journal/follow-steps.ts',
    find: "if (block === 'final' && !anyReceipt) move",
    replace: "if (block === 'final') move",
    tests: ['src/main/journal'],
  },
  {
    name: 'a block taken back is not noticed',
    file: 'src/main/journal/follow-steps.ts',
    find: 'const isElsewhere = step.blockHash !== receipt.blockHash || !isDone',
    replace: 'const isElsewhere = !isDone',
    tests: [`${buying}/settled-otherwise.test.ts`, `${buying}/lost-payments.test.ts`, crash],
  },
  {
    name: 'reverted counts before it is final',
    file: 'src/main/journal/follow-steps.ts',
    find: "if (block === 'final') move(look, current, isCancel",
    replace: "if (block !== 'gone') move(look, current, isCancel",
    tests: ['src/main/journal'],
  },
  {
    name: 'absence counts after one list',
    file: 'src/main/purchases/resolve-registration.ts',
    find: 'const ABSENCES_NEEDED = 2',
    replace: 'const ABSENCES_NEEDED = 1',
    tests: [`${buying}/registering.test.ts`],
  },
  {
    name: 'a list that is not complete counts',
    file: 'src/main/purchases/resolve-registration.ts',
    find: 'if (!list.complete) throw',
    replace: 'if (list.complete && list.error) throw',
    tests: [`${buying}/registering.test.ts`],
  },
  {
    name: 'an unclear registration is sent again without asking the list',
    file: 'src/main/purchases/register-purchase.ts',
    find: 'if (record.state.unclear) {',
    replace: 'if (record.state.unclear && memory.signal.aborted) {',
    tests: [`${buying}/registering.test.ts`],
  },
  {
    name: 'the guard does not compare the amount',
    file: 'src/main/chain/payment-guard.ts',
    find: "if (call.amount !== amount) return refuse('wrong-amount')",
    replace: '',
    tests: ['src/main/chain/payment-guard.test.ts'],
  },
  {
    name: 'the guard does not compare the chain',
    file: 'src/main/chain/payment-guard.ts',
    find: "if (request.chainId !== choice.chainId) return refuse('wrong-chain')",
    replace: '',
    tests: ['src/main/chain/payment-guard.test.ts'],
  },
  {
    name: 'the guard lets anybody be paid',
    file: 'src/main/chain/payment-guard.ts',
    find: "if (isForbiddenRecipient(call.recipient, choice)) return refuse('bad-recipient')",
    replace: '',
    tests: ['src/main/chain/payment-guard.test.ts'],
  },
  {
    name: 'the guard does not encode again',
    file: 'src/main/chain/payment-guard.ts',
    find: "if (encodeFunctionData({ abi: transferAbi, args }) !== data) return refuse('not-canonical')",
    replace: '',
    tests: ['src/main/chain/payment-guard.test.ts'],
  },
  {
    name: 'an old offer can be confirmed',
    file: 'src/main/purchases/confirm-purchase.ts',
    find: 'if (age < 0 || age > most ||',
    replace: 'if (age < 0 ||',
    tests: [`${buying}/confirming.test.ts`],
  },
  {
    name: 'coins of payments under way are counted again',
    file: 'src/main/purchases/check-funds.ts',
    find: 'balance - (unsettled.tokens.get(token.toLowerCase()) ?? 0n)',
    replace: 'balance - 0n * (unsettled.tokens.get(token.toLowerCase()) ?? 0n)',
    tests: [`${buying}/confirming.test.ts`, `${buying}/buying.test.ts`],
  },
  {
    name: 'a router may take without limit',
    file: 'src/main/chain/plan-payment.ts',
    find: 'args: [spender, units] }),',
    replace: 'args: [spender, units === 0n ? 0n : 2n ** 256n - 1n] }),',
    tests: ['src/main/chain', `${buying}/buying.test.ts`],
  },
  {
    name: 'an earlier allowance is not taken back first',
    file: 'src/main/chain/plan-payment.ts',
    find: 'if (current === 0n || (await chain.estimateGas(payer, approve)) !== null) return',
    replace: 'if (current >= 0n) return',
    tests: ['src/main/chain', `${buying}/buying.test.ts`],
  },
  {
    name: 'one node of two decides what is final',
    file: 'src/main/chain/agree.ts',
    find: "if (every('final') && answers.length * 2 > nodeCount) return",
    replace: "if (every('final') && nodeCount > 0) return",
    tests: ['src/main/chain/agree.test.ts'],
  },
  {
    name: 'a receipt of one node is enough',
    file: 'src/main/chain/agree.ts',
    find: 'return others.every((answer) => isDeepStrictEqual(answer, first)) ? first : null',
    replace: 'return others.length >= 0 ? first : null',
    tests: ['src/main/chain/agree.test.ts'],
  },
  {
    name: 'a higher fee is signed under a new nonce',
    file: 'src/main/purchases/fee-offer.ts',
    find: 'record.from, plan, step.nonce)',
    replace: 'record.from, plan, step.nonce + 1)',
    tests: [crash],
  },
  {
    name: 'a higher fee is too little for pools',
    file: 'src/main/journal/plan-bump.ts',
    find: '(highest * 9n + 7n) / 8n',
    replace: '(highest * 21n) / 20n',
    tests: ['src/main/journal'],
  },
  {
    name: 'a ledger out of a backup pays at once',
    file: 'src/main/history/reconcile.ts',
    find: 'if (restoredAt !== null && (known === null || known.at < restoredAt)) return false',
    replace: '',
    tests: ['src/main/history'],
  },
  {
    name: 'what waits elsewhere to be mined is not seen',
    file: 'src/main/history/reconcile.ts',
    find: 'known?.below ?? 0, await chain.highestNonce(place.address))',
    replace: 'known?.below ?? 0, (await chain.minedNonce(place.address)).nonce)',
    tests: ['src/main/history'],
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
    file: 'src/main/purchases/find-refund.ts',
    find: 'units === payment.units && !isRefundTaken(context.ledger, hash)',
    replace: 'units === payment.units && hash.length > 0',
    tests: [`${buying}/settled-otherwise.test.ts`],
  },
  {
    name: 'what moves other coins is signed',
    file: 'src/main/purchases/simulate-plan.ts',
    find: "return change === -terms.payment.units ? { change } : 'moves-else'",
    replace: 'return { change }',
    tests: [`${buying}/confirming.test.ts`],
  },
  {
    name: 'a full disk is not noticed',
    file: 'src/main/db/is-disk-error.ts',
    find: 'diskCodes.test(error.code)',
    replace: 'error.code === diskCodes.source',
    tests: [`${buying}/hard-days.test.ts`],
  },
  {
    name: 'the service is told of the first bytes signed, whatever was mined',
    file: 'src/main/purchases/prepare-registration.ts',
    find: 'payStep(record).minedHash',
    replace: '(payStep(record).signed.at(0)?.hash ?? null)',
    tests: [crash],
  },
]
