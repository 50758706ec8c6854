import type { Mutant } from './mutant.ts'

const buying = 'src/main/purchases'

/** Faults of the guard, the coins and the fees. */
export const moneyMutants: readonly Mutant[] = [
  {
    name: 'a native coin may bear a stable coin’s name',
    file: 'src/main/chain/native-coin.ts',
    find: 'isReadable && !isStableCoinName(symbol)',
    replace: 'isReadable',
    tests: ['src/main/chain/native-coin.test.ts'],
  },
  {
    name: 'the service says how many decimals a native coin has',
    file: 'src/main/chain/native-coin.ts',
    find: "if (decimals !== NATIVE_DECIMALS) return 'lie'",
    replace: '',
    tests: ['src/main/chain/native-coin.test.ts'],
  },
  {
    name: 'the service names the native coin of a known chain',
    file: 'src/main/chain/native-coin.ts',
    find: 'findKnownChain(chainId)?.native.symbol ?? listed',
    replace: "listed === '' ? findKnownChain(chainId)?.native.symbol ?? listed : listed",
    tests: ['src/main/chain/native-coin.test.ts'],
  },
  {
    name: 'a misnamed native coin is paid with',
    file: `${buying}/judge-offer.ts`,
    find: "if (isNativeMisnamed(choice)) return refused('native-coin')",
    replace: '',
    tests: [`${buying}/confirming.test.ts`],
  },
  {
    name: 'a misnamed native coin is sent',
    file: `${buying}/check-coin.ts`,
    find: "if (judgement === 'lie') return { isLie: true, doubt: null, isDollar: false }",
    replace: '',
    tests: ['src/main/transfers/guarding.test.ts'],
  },
]
