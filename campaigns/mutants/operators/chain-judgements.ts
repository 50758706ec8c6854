import type { Judgement } from './judgement.ts'

/** Changes in `src/main/chain` that no test catches. */
export const chainJudgements: readonly Judgement[] = [
  {
    why: 'Any 32 bytes work as a part of a signature.',
    changes: [
      {
        file: 'src/main/chain/plan/add-l1-fee.ts',
        line: "const signature = { r: keccak256('0x72'), s: keccak256('0x73'), yParity: 1 }",
        becomes: 'const signature = { r: keccak256(""), s: keccak256(\'0x73\'), yParity: 1 }',
      },
      {
        file: 'src/main/chain/plan/add-l1-fee.ts',
        line: "const signature = { r: keccak256('0x72'), s: keccak256('0x73'), yParity: 1 }",
        becomes: 'const signature = { r: keccak256(\'0x72\'), s: keccak256(""), yParity: 1 }',
      },
    ],
  },
  {
    why: 'The fees next to it also tell viem the type.',
    changes: [
      {
        file: 'src/main/chain/plan/add-l1-fee.ts',
        line: "const raw = serializeTransaction({ type: 'eip1559', ...transaction }, signature)",
        becomes: 'const raw = serializeTransaction({ type: "", ...transaction }, signature)',
      },
    ],
  },
  {
    why: 'In a comparison null counts as 0, which exceeds none of these bounds; the first half only satisfies the types.',
    changes: [
      {
        file: 'src/main/chain/plan/choose-gas.ts',
        line: 'if (estimate === null) return requested !== null && requested >= least ? requested : max(fallback, least)',
        becomes: 'if (estimate === null) return true && requested >= least ? requested : max(fallback, least)',
      },
      {
        file: 'src/main/chain/read/logs/log-range.ts',
        line: 'const isFewer = (named: bigint | null): named is bigint => named !== null && named > 0n && named < blocks',
        becomes: 'const isFewer = (named: bigint | null): named is bigint => true && named > 0n && named < blocks',
      },
      {
        file: 'src/main/chain/guard/payment-guard.ts',
        line: 'const exceedsCeiling = (fee: bigint | null): boolean => fee !== null && fee > choice.ceilings.maxFeePerGas',
        becomes: 'const exceedsCeiling = (fee: bigint | null): boolean => true && fee > choice.ceilings.maxFeePerGas',
      },
      {
        file: 'src/main/chain/guard/payment-guard.ts',
        line: "if (limit !== null && limit > choice.ceilings.gas) return refuse('gas-too-high')",
        becomes: "if (true && limit > choice.ceilings.gas) return refuse('gas-too-high')",
      },
      {
        file: 'src/main/chain/guard/payment-guard.ts',
        line: 'if (maxPriorityFeePerGas !== null && maxPriorityFeePerGas > (maxFeePerGas ?? choice.ceilings.maxFeePerGas)) {',
        becomes: 'if (true && maxPriorityFeePerGas > (maxFeePerGas ?? choice.ceilings.maxFeePerGas)) {',
      },
    ],
  },
  {
    why: 'The resulting order is the same: the sort only needs to know which of two is greater.',
    changes: [
      {
        file: 'src/main/chain/nodes/agree/agree.ts',
        line: 'const ascending = answers.toSorted((one, other) => (by(one) < by(other) ? -1 : 1))',
        becomes: 'const ascending = answers.toSorted((one, other) => (by(one) <= by(other) ? -1 : 1))',
      },
      {
        file: 'src/main/chain/nodes/agree/agree.ts',
        line: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))',
        becomes: 'const descending = answers.toSorted((one, other) => (false ? 1 : one > other ? -1 : 0))',
      },
      {
        file: 'src/main/chain/nodes/agree/agree.ts',
        line: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))',
        becomes: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one >= other ? -1 : 0))',
      },
      {
        file: 'src/main/chain/nodes/agree/agree.ts',
        line: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))',
        becomes: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : true ? -1 : 0))',
      },
      {
        file: 'src/main/chain/nodes/agree/agree.ts',
        line: 'const descending = answers.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))',
        becomes: 'const descending = answers.toSorted((one, other) => (one <= other ? 1 : one > other ? -1 : 0))',
      },
    ],
  },
  {
    why: 'Both groups of the pattern take part in every match; without a match there is neither.',
    changes: [
      {
        file: 'src/main/chain/read/logs/log-range.ts',
        line: 'const [, count, thousands] = text.match(limit) ?? []',
        becomes: 'const [, count, thousands] = text.match(limit) ?? ["Stryker was here"]',
      },
      {
        file: 'src/main/chain/read/logs/log-range.ts',
        line: 'const [, from, to] = text.match(suggested) ?? []',
        becomes: 'const [, from, to] = text.match(suggested) ?? ["Stryker was here"]',
      },
      {
        file: 'src/main/chain/read/logs/log-range.ts',
        line: 'if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n',
        becomes: 'if (from !== undefined && true) return BigInt(to) - BigInt(from) + 1n',
      },
      {
        file: 'src/main/chain/read/logs/log-range.ts',
        line: 'if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n',
        becomes: 'if (from !== undefined || to !== undefined) return BigInt(to) - BigInt(from) + 1n',
      },
      {
        file: 'src/main/chain/read/logs/log-range.ts',
        line: 'if (from !== undefined && to !== undefined) return BigInt(to) - BigInt(from) + 1n',
        becomes: 'if (true && to !== undefined) return BigInt(to) - BigInt(from) + 1n',
      },
    ],
  },
  {
    why: 'The function has already returned if a node accepted it.',
    changes: [
      {
        file: 'src/main/chain/send/read-send-error.ts',
        line: "const isRefusal = (answer: SendAnswer): answer is SendRefusal => answer !== 'accepted' && answer !== 'unclear'",
        becomes:
          'const isRefusal = (answer: SendAnswer): answer is SendRefusal => answer !== "" && answer !== \'unclear\'',
      },
      {
        file: 'src/main/chain/send/read-send-error.ts',
        line: "const isRefusal = (answer: SendAnswer): answer is SendRefusal => answer !== 'accepted' && answer !== 'unclear'",
        becomes: "const isRefusal = (answer: SendAnswer): answer is SendRefusal => true && answer !== 'unclear'",
      },
    ],
  },
  {
    why: 'A value that is not an amount equals none that a call moves, which is refused for the same reason below.',
    changes: [
      {
        file: 'src/main/chain/guard/payment-guard.ts',
        line: "if (amount === null || amount === 0n) return refuse('wrong-amount')",
        becomes: "if (false || amount === 0n) return refuse('wrong-amount')",
      },
    ],
  },
  {
    why: 'A value that is not a bigint equals no amount, which the caller refuses for the same reason.',
    changes: [
      {
        file: 'src/main/chain/guard/router-call.ts',
        line: "if (typeof amount !== 'bigint' || others.length > 0) return refuse('wrong-amount')",
        becomes: "if (false || others.length > 0) return refuse('wrong-amount')",
      },
    ],
  },
  {
    why: 'Both texts are in capitals when they are compared.',
    changes: [
      {
        file: 'src/main/chain/guard/escrow-call.ts',
        line: "const plain = (text: string): string => text.toLowerCase().replace(/[^\\p{L}\\p{N}@]/gu, '')",
        becomes: "const plain = (text: string): string => text.toUpperCase().replace(/[^\\p{L}\\p{N}@]/gu, '')",
      },
    ],
  },
  {
    why: 'A call without parameters has no arguments, whatever is read for them.',
    changes: [
      {
        file: 'src/main/chain/guard/router-call.ts',
        line: 'return nameArguments(call.inputs, args ?? [])',
        becomes: 'return nameArguments(call.inputs, args ?? ["Stryker was here"])',
      },
    ],
  },
  {
    why: 'isAddress returns false for anything that is not text; the first check only satisfies the types.',
    changes: [
      {
        file: 'src/main/chain/guard/router-call.ts',
        line: "return typeof value === 'string' && isAddress(value) && isAddressEqual(value, address)",
        becomes: 'return true && isAddress(value) && isAddressEqual(value, address)',
      },
    ],
  },
  {
    why: 'The bytes of a call never equal a text that is not hexadecimal.',
    changes: [
      {
        file: 'src/main/chain/read/compare-names.ts',
        line: '...(digits !== null && digits >= 0n ? [numberToHex(digits)] : []),',
        becomes: '...(digits !== null && digits >= 0n ? [numberToHex(digits)] : ["Stryker was here"]),',
      },
      {
        file: 'src/main/chain/read/compare-names.ts',
        line: '...(uuid === null ? [] : [`0x${uuid}` as const]),',
        becomes: '...(false ? [] : [`0x${uuid}` as const]),',
      },
      {
        file: 'src/main/chain/read/compare-names.ts',
        line: '...(uuid === null ? [] : [`0x${uuid}` as const]),',
        becomes: '...(uuid === null ? ["Stryker was here"] : [`0x${uuid}` as const]),',
      },
    ],
  },
  {
    why: 'No contract is named, so no call to one is looked up.',
    changes: [
      {
        file: 'src/main/chain/guard/transfer-guard.ts',
        line: 'routerCalls: [],',
        becomes: 'routerCalls: ["Stryker was here"],',
      },
    ],
  },
  {
    why: 'The first block is the minimum.',
    changes: [
      {
        file: 'src/main/chain/read/transactions/read-block-status.ts',
        line: 'return head > below ? head - below : 0n',
        becomes: 'return head >= below ? head - below : 0n',
      },
      {
        file: 'src/main/chain/read/transactions/read-block-status.ts',
        line: 'if (head <= MIN_DEPTH) return MIN_DEPTH',
        becomes: 'if (head < MIN_DEPTH) return MIN_DEPTH',
      },
    ],
  },
  {
    why: 'Of two equal numbers, either is the greater one.',
    changes: [
      {
        file: 'src/main/chain/read/transactions/read-block-status.ts',
        line: 'return blocks > MIN_DEPTH ? blocks : MIN_DEPTH',
        becomes: 'return blocks >= MIN_DEPTH ? blocks : MIN_DEPTH',
      },
    ],
  },
  {
    why: 'A value that is not text matches no text pattern; the check only satisfies the types.',
    changes: [
      {
        file: 'src/main/chain/read/transactions/read-receipt.ts',
        line: "return typeof l1Fee === 'string' && /^0x[0-9a-f]{1,64}$/i.test(l1Fee) ? BigInt(l1Fee) : 0n",
        becomes: 'return true && /^0x[0-9a-f]{1,64}$/i.test(l1Fee) ? BigInt(l1Fee) : 0n',
      },
      {
        file: 'src/main/chain/nodes/rpc/rate-limit.ts',
        line: 'if (text === null) return null',
        becomes: 'if (false) return null',
      },
    ],
  },
  {
    why: 'A read that fails late removes a newer one, which is then read once more.',
    changes: [
      {
        file: 'src/main/chain/read/nonces/read-nonces.ts',
        line: 'reading.nonces.catch(() => known.get(account) === reading && known.delete(account))',
        becomes: 'reading.nonces.catch(() => true && known.delete(account))',
      },
    ],
  },
]
