import type { Judgement } from './judgement.ts'

/** Changes outside of `src/main/chain` that no test catches. */
export const otherJudgements: readonly Judgement[] = [
  {
    why: 'If both are equal, either is the right answer.',
    changes: [
      {
        file: 'src/main/chain/plan/choose-gas.ts',
        line: 'return generous > GAS_CEILING ? max(estimate, GAS_CEILING) : generous',
        becomes: 'return generous >= GAS_CEILING ? max(estimate, GAS_CEILING) : generous',
      },
      {
        file: 'src/main/chain/nodes/agree/agree.ts',
        line: 'const maxPriorityFeePerGas = tip > tipFloor ? tip : tipFloor',
        becomes: 'const maxPriorityFeePerGas = tip >= tipFloor ? tip : tipFloor',
      },
      {
        file: 'src/main/chain/nodes/agree/agree.ts',
        line: 'return answers.reduce((high, answer) => (answer > high ? answer : high))',
        becomes: 'return answers.reduce((high, answer) => (answer >= high ? answer : high))',
      },
      {
        file: 'src/main/chain/plan/choose-gas.ts',
        line: 'return left > right ? left : right',
        becomes: 'return left >= right ? left : right',
      },
      {
        file: 'src/main/chain/plan/plan-payment.ts',
        line: 'maxPriorityFeePerGas: maxPriorityFeePerGas < maxFeePerGas ? maxPriorityFeePerGas : maxFeePerGas,',
        becomes: 'maxPriorityFeePerGas: maxPriorityFeePerGas <= maxFeePerGas ? maxPriorityFeePerGas : maxFeePerGas,',
      },
      { file: 'src/main/chain/plan/plan-payment.ts', line: 'return a > b ? a : b', becomes: 'return a >= b ? a : b' },
      {
        file: 'src/main/chain/plan/plan-payment.ts',
        line: 'return { gas: GAS_CEILING, maxFeePerGas: tenfold > floor ? tenfold : floor }',
        becomes: 'return { gas: GAS_CEILING, maxFeePerGas: tenfold >= floor ? tenfold : floor }',
      },
      {
        file: 'src/main/engine/fees/plan-bump.ts',
        line: 'return numbers.reduce((most, one) => (one > most ? one : most), 0n)',
        becomes: 'return numbers.reduce((most, one) => (one >= most ? one : most), 0n)',
      },
      {
        file: 'src/main/purchases/quote/check-limits.ts',
        line: 'return fromUnits(left > 0n ? left : 0n, 100)',
        becomes: 'return fromUnits(left >= 0n ? left : 0n, 100)',
      },
      {
        file: 'src/main/purchases/refund/refund-search.ts',
        line: 'return { from, to: to < finalized ? to : finalized }',
        becomes: 'return { from, to: to <= finalized ? to : finalized }',
      },
      {
        file: 'src/main/purchases/refund/refund-search.ts',
        line: 'return { ...search, next: next > first ? next : first }',
        becomes: 'return { ...search, next: next >= first ? next : first }',
      },
      {
        file: 'src/main/policy/strictest-limits.ts',
        line: 'return compareDecimals(one, other) <= 0 ? one : other',
        becomes: 'return compareDecimals(one, other) < 0 ? one : other',
      },
    ],
  },
  {
    why: 'The message is for developers; behaviour and the shown text follow from the code and its details.',
    changes: [
      {
        file: 'src/main/purchases/register/resolve-registration.ts',
        line: "if (!list.complete) throw new AppError('service-malformed', 'The service’s list is not complete')",
        becomes: 'if (!list.complete) throw new AppError(\'service-malformed\', "")',
      },
      {
        file: 'src/main/chain/nodes/agree/agree.ts',
        line: "return new AppError('nodes-disagree', 'The nodes of this network do not agree')",
        becomes: 'throw new AppError(\'network-unreachable\', "")',
      },
      {
        file: 'src/main/chain/guard/fee-cap.ts',
        line: "throw new AppError('quote-changed', 'The network fee is above the cap', { details: { reason: 'fee' } })",
        becomes: "throw new AppError('quote-changed', \"\", { details: { reason: 'fee' } })",
      },
      {
        file: 'src/main/chain/plan/plan-claim.ts',
        line: "throw new AppError('simulation-failed', 'The escrow does not let this refund be withdrawn', { details })",
        becomes: 'throw new AppError(\'simulation-failed\', "", { details })',
      },
      {
        file: 'src/main/chain/plan/plan-revocation.ts',
        line: "throw new AppError('simulation-failed', 'The coin does not let this permission be revoked', { details })",
        becomes: 'throw new AppError(\'simulation-failed\', "", { details })',
      },
      {
        file: 'src/main/engine/assert-signing-allowed.ts',
        line: "if (cause !== null) throw new AppError('paying-stopped', 'Paying is stopped', { details: { cause } })",
        becomes: 'if (cause !== null) throw new AppError(\'paying-stopped\', "", { details: { cause } })',
      },
      {
        file: 'src/main/engine/assert-signing-allowed.ts',
        line: "if (state.wallet.isLocked()) throw new AppError('locked', 'Till is locked')",
        becomes: 'if (state.wallet.isLocked()) throw new AppError(\'locked\', "")',
      },
      {
        file: 'src/main/engine/fees/fee-offer.ts',
        line: "return new AppError('not-allowed', 'It has changed since', { details: { reason: 'outdated' } })",
        becomes: "return new AppError('not-allowed', \"\", { details: { reason: 'outdated' } })",
      },
      {
        file: 'src/main/engine/fees/fee-offer.ts',
        line: "return new AppError('quote-expired', 'The offer is too old', { details: { reason: 'fee' } })",
        becomes: "return new AppError('quote-expired', \"\", { details: { reason: 'fee' } })",
      },
      {
        file: 'src/main/engine/fees/fee-offer.ts',
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
        file: 'src/main/policy/strictest-limits.ts',
        line: "throw new AppError('not-allowed', 'The policy allows no more', { details: { reason: 'above-policy' } })",
        becomes: "throw new AppError('not-allowed', \"\", { details: { reason: 'above-policy' } })",
      },
    ],
  },
  {
    why: 'There are as many steps as bumps by then, so each has its own.',
    changes: [
      {
        file: 'src/main/engine/fees/fee-offer.ts',
        line: 'const step = bumps[index]?.step',
        becomes: 'const step = bumps[index].step',
      },
      {
        file: 'src/main/engine/fees/fee-offer.ts',
        line: 'return step?.position === position && step.signed.length === signed.length',
        becomes: 'return step.position === position && step.signed.length === signed.length',
      },
    ],
  },
  {
    why: 'The balance is null exactly if the token is; both are checked only for the types.',
    changes: [
      {
        file: 'src/main/engine/funds.ts',
        line: 'token: token === null || balance === null ? spendable : balance - spendOf(unsettled, token),',
        becomes: 'token: false || balance === null ? spendable : balance - spendOf(unsettled, token),',
      },
      {
        file: 'src/main/engine/funds.ts',
        line: 'token: token === null || balance === null ? spendable : balance - spendOf(unsettled, token),',
        becomes: 'token: token === null && balance === null ? spendable : balance - spendOf(unsettled, token),',
      },
      {
        file: 'src/main/engine/funds.ts',
        line: 'token: token === null || balance === null ? spendable : balance - spendOf(unsettled, token),',
        becomes: 'token: token === null || false ? spendable : balance - spendOf(unsettled, token),',
      },
    ],
  },
  {
    why: 'An undefined owner is no owner.',
    changes: [
      {
        file: 'src/main/service/operations/register-spend.ts',
        line: '...(input.owner === undefined ? {} : { owner: input.owner }),',
        becomes: '...(false ? {} : { owner: input.owner }),',
      },
    ],
  },
  {
    why: 'The subject of a question is never null.',
    changes: [
      {
        file: 'src/shared/purchases/state.ts',
        line: 'return attentionReasons.find((reason) => awaited !== null && waitOfQuestion[reason] === awaited) ?? null',
        becomes: 'return attentionReasons.find((reason) => true && waitOfQuestion[reason] === awaited) ?? null',
      },
    ],
  },
]
