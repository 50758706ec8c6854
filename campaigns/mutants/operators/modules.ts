/** Kinds of modules that decide about money; each has a score of its own. */
export const kinds = [
  'guard',
  'plan',
  'fees',
  'funds',
  'limits',
  'answers',
  'agree',
  'transitions',
  'registration',
  'refunds',
] as const
export type Kind = (typeof kinds)[number]

const chain = (...names: string[]): string[] => names.map((name) => `src/main/chain/${name}.ts`)
const engine = (...names: string[]): string[] => names.map((name) => `src/main/engine/${name}.ts`)
const purchases = (...names: string[]): string[] => names.map((name) => `src/main/purchases/${name}.ts`)
const service = (...names: string[]): string[] => names.map((name) => `src/main/service/${name}.ts`)

/** The modules whose operators are changed. Each has its test beside it. */
export const modules: Readonly<Record<Kind, readonly string[]>> = {
  guard: [
    ...chain(
      'payment-guard',
      'router-call',
      'escrow-call',
      'compare-bought',
      'transfer-guard',
      'judge-coin',
      'native-coin',
    ),
    ...purchases('check-quote'),
    'src/shared/allowance-bounds.ts',
  ],
  plan: chain('plan-payment', 'plan-revocation', 'plan-transfer', 'plan-claim', 'choose-gas', 'add-l1-fee'),
  fees: [...chain('fee-cap'), ...engine('plan-bump', 'fee-offer', 'offer-age')],
  funds: [...engine('funds', 'allocate-nonces', 'assert-signing-allowed'), ...chain('was-used')],
  limits: [
    ...engine('limit-moment'),
    ...purchases('check-limits', 'judge-price'),
    'src/main/wiring/strictest-limits.ts',
  ],
  answers: chain('rpc-errors', 'rate-limit', 'read-receipt', 'read-standing', 'node-rest', 'read-nonces'),
  agree: chain('agree', 'agree-on-genesis', 'log-range', 'read-send-error'),
  transitions: ['src/shared/purchase.ts', ...purchases('wait-began')],
  registration: [
    ...purchases('prepare-registration', 'resolve-registration'),
    ...service('spend-body', 'register-spend', 'recognise-outcome'),
  ],
  refunds: purchases('judge-refund', 'refund-search'),
}

/** Returns the test that stands beside a module. */
export const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts')

/** Returns the kind of a module of the list. */
export function kindOf(file: string): Kind {
  const kind = kinds.find((one) => modules[one].includes(file))
  if (kind === undefined) throw new Error(`${file} is no module of the list`)
  return kind
}
