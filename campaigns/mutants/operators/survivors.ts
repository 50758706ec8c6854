import type { Change } from './read-report.ts'

interface Judgement {
  /** Why no test needs to catch it: what comes out is the same, or harmless. */
  readonly why: string
  readonly changes: readonly Change[]
}

const judgements: readonly Judgement[] = [
  {
    why: 'Any 32 bytes stand for a part of a signature as well.',
    changes: [
      {
        file: 'src/main/chain/add-l1-fee.ts',
        line: "const signature = { r: keccak256('0x72'), s: keccak256('0x73'), yParity: 1 }",
        becomes: 'const signature = { r: keccak256(""), s: keccak256(\'0x73\'), yParity: 1 }',
      },
      {
        file: 'src/main/chain/add-l1-fee.ts',
        line: "const signature = { r: keccak256('0x72'), s: keccak256('0x73'), yParity: 1 }",
        becomes: 'const signature = { r: keccak256(\'0x72\'), s: keccak256(""), yParity: 1 }',
      },
    ],
  },
  {
    why: 'The fees beside it tell viem the type as well.',
    changes: [
      {
        file: 'src/main/chain/add-l1-fee.ts',
        line: "const raw = serializeTransaction({ type: 'eip1559', ...transaction }, signature)",
        becomes: 'const raw = serializeTransaction({ type: "", ...transaction }, signature)',
      },
    ],
  },
  {
    why: 'Compared, null counts as 0, which passes none of these bounds: the first half is there for the types.',
    changes: [
      {
        file: 'src/main/chain/choose-gas.ts',
        line: 'if (estimate === null) return asked !== null && asked >= least ? asked : max(fallback, least)',
        becomes: 'if (estimate === null) return true && asked >= least ? asked : max(fallback, least)',
      },
      {
        file: 'src/main/chain/log-range.ts',
        line: 'const isFewer = (named: bigint | null): named is bigint => named !== null && named > 0n && named < blocks',
        becomes: 'const isFewer = (named: bigint | null): named is bigint => true && named > 0n && named < blocks',
      },
      {
        file: 'src/main/chain/payment-guard.ts',
        line: 'const isDear = (fee: bigint | null): boolean => fee !== null && fee > choice.ceilings.maxFeePerGas',
        becomes: 'const isDear = (fee: bigint | null): boolean => true && fee > choice.ceilings.maxFeePerGas',
      },
      {
        file: 'src/main/chain/payment-guard.ts',
        line: "if (limit !== null && limit > choice.ceilings.gas) return refuse('gas-too-high')",
        becomes: "if (true && limit > choice.ceilings.gas) return refuse('gas-too-high')",
      },
      {
        file: 'src/main/chain/payment-guard.ts',
        line: 'if (maxPriorityFeePerGas !== null && maxPriorityFeePerGas > (maxFeePerGas ?? choice.ceilings.maxFeePerGas)) {',
        becomes: 'if (true && maxPriorityFeePerGas > (maxFeePerGas ?? choice.ceilings.maxFeePerGas)) {',
      },
    ],
  },
  {
    why: 'Where both are equal, either is the right answer.',
    changes: [
      {
        file: 'src/main/chain/choose-gas.ts',
        line: 'return generous > GAS_CEILING ? max(estimate, GAS_CEILING) : generous',
        becomes: 'return generous >= GAS_CEILING ? max(estimate, GAS_CEILING) : generous',
      },
      {
        file: 'src/main/chain/agree.ts',
        line: 'const maxPriorityFeePerGas = tip > tipFloor ? tip : tipFloor',
        becomes: 'const maxPriorityFeePerGas = tip >= tipFloor ? tip : tipFloor',
      },
      {
        file: 'src/main/chain/agree.ts',
        line: 'return answers.reduce((high, answer) => (answer > high ? answer : high))',
        becomes: 'return answers.reduce((high, answer) => (answer >= high ? answer : high))',
      },
      {
        file: 'src/main/chain/choose-gas.ts',
        line: 'return left > right ? left : right',
        becomes: 'return left >= right ? left : right',
      },
      {
        file: 'src/main/chain/plan-payment.ts',
        line: 'maxPriorityFeePerGas: maxPriorityFeePerGas < maxFeePerGas ? maxPriorityFeePerGas : maxFeePerGas,',
        becomes: 'maxPriorityFeePerGas: maxPriorityFeePerGas <= maxFeePerGas ? maxPriorityFeePerGas : maxFeePerGas,',
      },
      { file: 'src/main/chain/plan-payment.ts', line: 'return a > b ? a : b', becomes: 'return a >= b ? a : b' },
      {
        file: 'src/main/chain/plan-payment.ts',
        line: 'return { gas: GAS_CEILING, maxFeePerGas: tenfold > floor ? tenfold : floor }',
        becomes: 'return { gas: GAS_CEILING, maxFeePerGas: tenfold >= floor ? tenfold : floor }',
      },
      {
        file: 'src/main/engine/plan-bump.ts',
        line: 'return numbers.reduce((most, one) => (one > most ? one : most), 0n)',
        becomes: 'return numbers.reduce((most, one) => (one >= most ? one : most), 0n)',
      },
      {
        file: 'src/main/purchases/check-limits.ts',
        line: 'return fromUnits(left > 0n ? left : 0n, 100)',
        becomes: 'return fromUnits(left >= 0n ? left : 0n, 100)',
      },
      {
        file: 'src/main/wiring/strictest-limits.ts',
        line: 'return compareDecimals(one, other) <= 0 ? one : other',
        becomes: 'return compareDecimals(one, other) < 0 ? one : other',
      },
    ],
  },
  {
    why: 'The message is for a developer: what happens and what a person reads follows from the code and its details.',
    changes: [
      {
        file: 'src/main/purchases/resolve-registration.ts',
        line: "if (!list.complete) throw new AppError('service-malformed', 'The service’s list is not complete')",
        becomes: 'if (!list.complete) throw new AppError(\'service-malformed\', "")',
      },
      {
        file: 'src/main/chain/agree.ts',
        line: "return new AppError('nodes-disagree', 'The nodes of this network do not agree')",
        becomes: 'throw new AppError(\'network-unreachable\', "")',
      },
      {
        file: 'src/main/chain/fee-cap.ts',
        line: "throw new AppError('quote-changed', 'The network fee is above the cap', { details: { reason: 'fee' } })",
        becomes: "throw new AppError('quote-changed', \"\", { details: { reason: 'fee' } })",
      },
      {
        file: 'src/main/chain/plan-revocation.ts',
        line: "throw new AppError('simulation-failed', 'The coin does not let this permission be taken back', { details })",
        becomes: 'throw new AppError(\'simulation-failed\', "", { details })',
      },
      {
        file: 'src/main/engine/assert-signing-allowed.ts',
        line: "if (reason !== null) throw new AppError('paying-stopped', 'Paying is stopped', { details: { reason } })",
        becomes: 'if (reason !== null) throw new AppError(\'paying-stopped\', "", { details: { reason } })',
      },
      {
        file: 'src/main/engine/assert-signing-allowed.ts',
        line: "if (state.wallet.isLocked()) throw new AppError('locked', 'Till is locked')",
        becomes: 'if (state.wallet.isLocked()) throw new AppError(\'locked\', "")',
      },
      {
        file: 'src/main/engine/fee-offer.ts',
        line: "return new AppError('not-allowed', 'It has moved on', { details: { reason: 'moved-on' } })",
        becomes: "return new AppError('not-allowed', \"\", { details: { reason: 'moved-on' } })",
      },
      {
        file: 'src/main/engine/fee-offer.ts',
        line: "return new AppError('quote-expired', 'The offer is too old', { details: { reason: 'fee' } })",
        becomes: "return new AppError('quote-expired', \"\", { details: { reason: 'fee' } })",
      },
      {
        file: 'src/main/engine/fee-offer.ts',
        line: "throw new AppError('network-mismatch', 'The network is not the one it was signed for')",
        becomes: 'throw new AppError(\'network-mismatch\', "")',
      },
      {
        file: 'src/main/engine/funds.ts',
        line: "throw new AppError('insufficient-gas', 'The coins do not suffice for the fee', { details })",
        becomes: 'throw new AppError(\'insufficient-gas\', "", { details })',
      },
      {
        file: 'src/main/engine/funds.ts',
        line: "throw new AppError(missing.problem, 'The coins do not suffice', { details: { amount: missing.detail, symbol } })",
        becomes: 'throw new AppError(missing.problem, "", { details: { amount: missing.detail, symbol } })',
      },
      {
        file: 'src/main/wiring/strictest-limits.ts',
        line: "throw new AppError('not-allowed', 'The policy allows no more', { details: { reason: 'above-policy' } })",
        becomes: "throw new AppError('not-allowed', \"\", { details: { reason: 'above-policy' } })",
      },
    ],
  },
  {
    why: 'The order that comes out is the same: the sort asks for no more than which of two is the greater one.',
    changes: [
      {
        file: 'src/main/chain/agree.ts',
        line: 'const ascending = answers.toSorted((one, other) => (by(one) < by(other) ? -1 : 1))',
        becomes: 'const ascending = answers.toSorted((one, other) => (by(one) <= by(other) ? -1 : 1))',
      },
      {
        file: 'src/main/chain/agree.ts',
        line: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))',
        becomes: 'const descending = answers.toSorted((one, other) => (false ? 1 : one > other ? -1 : 0))',
      },
      {
        file: 'src/main/chain/agree.ts',
        line: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))',
        becomes: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one >= other ? -1 : 0))',
      },
      {
        file: 'src/main/chain/agree.ts',
        line: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))',
        becomes: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : true ? -1 : 0))',
      },
      {
        file: 'src/main/chain/agree.ts',
        line: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))',
        becomes: 'const descending = answers.toSorted((one, other) => (one <= other ? 1 : one > other ? -1 : 0))',
      },
    ],
  },
  {
    why: 'Both groups of the pattern take part in every match, and in none without one.',
    changes: [
      {
        file: 'src/main/chain/log-range.ts',
        line: 'const [, count, thousands] = text.match(limit) ?? []',
        becomes: 'const [, count, thousands] = text.match(limit) ?? ["Stryker was here"]',
      },
      {
        file: 'src/main/chain/log-range.ts',
        line: 'const [, from, to] = text.match(suggested) ?? []',
        becomes: 'const [, from, to] = text.match(suggested) ?? ["Stryker was here"]',
      },
      {
        file: 'src/main/chain/log-range.ts',
        line: 'if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n',
        becomes: 'if (from !== undefined && true) return BigInt(to) - BigInt(from) + 1n',
      },
      {
        file: 'src/main/chain/log-range.ts',
        line: 'if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n',
        becomes: 'if (from !== undefined || to !== undefined) return BigInt(to) - BigInt(from) + 1n',
      },
      {
        file: 'src/main/chain/log-range.ts',
        line: 'if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n',
        becomes: 'if (true && to !== undefined) return BigInt(to) - BigInt(from) + 1n',
      },
    ],
  },
  {
    why: 'An answer that a node took it has ended the function before.',
    changes: [
      {
        file: 'src/main/chain/read-send-error.ts',
        line: "const isRefusal = (answer: SendAnswer): answer is SendRefusal => answer !== 'taken' && answer !== 'unclear'",
        becomes:
          'const isRefusal = (answer: SendAnswer): answer is SendRefusal => answer !== "" && answer !== \'unclear\'',
      },
      {
        file: 'src/main/chain/read-send-error.ts',
        line: "const isRefusal = (answer: SendAnswer): answer is SendRefusal => answer !== 'taken' && answer !== 'unclear'",
        becomes: "const isRefusal = (answer: SendAnswer): answer is SendRefusal => true && answer !== 'unclear'",
      },
    ],
  },
  {
    why: 'There are as many steps as bumps by then, so each has its own.',
    changes: [
      {
        file: 'src/main/engine/fee-offer.ts',
        line: 'const step = bumps[index]?.step',
        becomes: 'const step = bumps[index].step',
      },
      {
        file: 'src/main/engine/fee-offer.ts',
        line: 'return step?.position === position && step.signed.length === signed.length',
        becomes: 'return step.position === position && step.signed.length === signed.length',
      },
    ],
  },
  {
    why: 'What is no amount equals none that a call moves, which is refused for the same reason below.',
    changes: [
      {
        file: 'src/main/chain/payment-guard.ts',
        line: "if (amount === null || amount === 0n) return refuse('wrong-amount')",
        becomes: "if (false || amount === 0n) return refuse('wrong-amount')",
      },
    ],
  },
  {
    why: 'What is no amount equals none that a call moves, which is refused for the same reason.',
    changes: [{ file: 'src/main/chain/payment-guard.ts', line: '} catch { return null }', becomes: '} catch {}' }],
  },
  {
    why: 'isAddress answers no to whatever is no text: the first question is there for the types.',
    changes: [
      {
        file: 'src/main/chain/payment-guard.ts',
        line: "if (typeof called !== 'string' || !isAddress(called) || !isAddressEqual(called, token)) return refuse('wrong-token')",
        becomes: "if (false || !isAddress(called) || !isAddressEqual(called, token)) return refuse('wrong-token')",
      },
    ],
  },
  {
    why: 'What is no bigint equals no amount, which is refused for the same reason by the caller.',
    changes: [
      {
        file: 'src/main/chain/payment-guard.ts',
        line: "if (typeof amount !== 'bigint') return refuse('wrong-amount')",
        becomes: "if (false) return refuse('wrong-amount')",
      },
    ],
  },
  {
    why: 'No contract is named, so that no call to one is looked up.',
    changes: [
      {
        file: 'src/main/chain/transfer-guard.ts',
        line: 'routerCalls: [],',
        becomes: 'routerCalls: ["Stryker was here"],',
      },
    ],
  },
  {
    why: 'The balance is null where the token is, and only there: both are asked for the types.',
    changes: [
      {
        file: 'src/main/engine/funds.ts',
        line: 'token: token === null || balance === null ? spendable : balance - (unsettled.tokens.get(token.toLowerCase()) ?? 0n),',
        becomes:
          'token: false || balance === null ? spendable : balance - (unsettled.tokens.get(token.toLowerCase()) ?? 0n),',
      },
      {
        file: 'src/main/engine/funds.ts',
        line: 'token: token === null || balance === null ? spendable : balance - (unsettled.tokens.get(token.toLowerCase()) ?? 0n),',
        becomes:
          'token: token === null && balance === null ? spendable : balance - (unsettled.tokens.get(token.toLowerCase()) ?? 0n),',
      },
      {
        file: 'src/main/engine/funds.ts',
        line: 'token: token === null || balance === null ? spendable : balance - (unsettled.tokens.get(token.toLowerCase()) ?? 0n),',
        becomes:
          'token: token === null || false ? spendable : balance - (unsettled.tokens.get(token.toLowerCase()) ?? 0n),',
      },
    ],
  },
  {
    why: 'An owner that is undefined is none.',
    changes: [
      {
        file: 'src/main/service/register-spend.ts',
        line: '...(input.owner === undefined ? {} : { owner: input.owner }),',
        becomes: '...(false ? {} : { owner: input.owner }),',
      },
    ],
  },
  {
    why: 'What a question is about is never null.',
    changes: [
      {
        file: 'src/shared/purchase.ts',
        line: 'return attentionReasons.find((reason) => awaited !== null && askedAbout[reason] === awaited) ?? null',
        becomes: 'return attentionReasons.find((reason) => true && askedAbout[reason] === awaited) ?? null',
      },
    ],
  },
  {
    why: 'There is no fewer than the first block.',
    changes: [
      {
        file: 'src/main/chain/read-standing.ts',
        line: 'return head > below ? head - below : 0n',
        becomes: 'return head >= below ? head - below : 0n',
      },
      {
        file: 'src/main/chain/read-standing.ts',
        line: 'if (head <= LEAST_DEPTH) return LEAST_DEPTH',
        becomes: 'if (head < LEAST_DEPTH) return LEAST_DEPTH',
      },
    ],
  },
  {
    why: 'Of two equal numbers either is the greater one.',
    changes: [
      {
        file: 'src/main/chain/read-standing.ts',
        line: 'return blocks > LEAST_DEPTH ? blocks : LEAST_DEPTH',
        becomes: 'return blocks >= LEAST_DEPTH ? blocks : LEAST_DEPTH',
      },
    ],
  },
  {
    why: 'What is no text matches no pattern of one: it is asked for the types.',
    changes: [
      {
        file: 'src/main/chain/read-receipt.ts',
        line: "return typeof l1Fee === 'string' && /^0x[0-9a-f]{1,64}$/i.test(l1Fee) ? BigInt(l1Fee) : 0n",
        becomes: 'return true && /^0x[0-9a-f]{1,64}$/i.test(l1Fee) ? BigInt(l1Fee) : 0n',
      },
      {
        file: 'src/main/chain/rate-limit.ts',
        line: 'if (text === null) return null',
        becomes: 'if (false) return null',
      },
    ],
  },
  {
    why: 'A reading that fails late takes a newer one away, which is then read once more.',
    changes: [
      {
        file: 'src/main/chain/read-nonces.ts',
        line: 'reading.nonces.catch(() => known.get(account) === reading && known.delete(account))',
        becomes: 'reading.nonces.catch(() => true && known.delete(account))',
      },
    ],
  },
]

/** Changes that no test catches, each with why none needs to. One that is not here fails the run. */
export const judgedSurvivors: readonly (Change & Pick<Judgement, 'why'>)[] = judgements.flatMap(({ why, changes }) =>
  changes.map((change) => ({ ...change, why })),
)
