/** Kinds of modules that decide about money; each has its own score. */
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

/** The modules whose operators Stryker changes. Each has its test beside it. */
export const modules: Readonly<Record<Kind, readonly string[]>> = {
  guard: [
    'src/main/chain/guard/payment-guard.ts',
    'src/main/chain/guard/router-call.ts',
    'src/main/chain/guard/escrow-call.ts',
    'src/main/chain/read/compare-names.ts',
    'src/main/chain/guard/transfer-guard.ts',
    'src/main/chain/guard/units-or-null.ts',
    'src/main/chain/guard/judge-coin.ts',
    'src/shared/networks/coin-names.ts',
    'src/main/chain/guard/native-coin.ts',
    'src/main/purchases/quote/check-quote.ts',
    'src/shared/checkout/payment-bounds.ts',
  ],
  plan: [
    'src/main/chain/plan/plan-payment.ts',
    'src/main/chain/plan/plan-revocation.ts',
    'src/main/chain/plan/plan-transfer.ts',
    'src/main/chain/plan/plan-claim.ts',
    'src/main/chain/plan/choose-gas.ts',
    'src/main/chain/plan/add-l1-fee.ts',
  ],
  fees: [
    'src/main/chain/guard/fee-cap.ts',
    'src/main/engine/fees/plan-bump.ts',
    'src/main/engine/fees/fee-offer.ts',
    'src/main/engine/single-steps/offer-age.ts',
  ],
  funds: [
    'src/main/engine/funds.ts',
    'src/main/engine/steps/allocate-nonces.ts',
    'src/main/engine/assert-signing-allowed.ts',
    'src/main/chain/read/nonces/was-used.ts',
  ],
  limits: [
    'src/main/engine/limit-moment.ts',
    'src/main/purchases/quote/check-limits.ts',
    'src/main/purchases/quote/judge-price.ts',
    'src/main/policy/strictest-limits.ts',
  ],
  answers: [
    'src/main/chain/nodes/rpc/rpc-errors.ts',
    'src/main/chain/nodes/rpc/rate-limit.ts',
    'src/main/chain/read/transactions/read-receipt.ts',
    'src/main/chain/read/transactions/read-block-status.ts',
    'src/main/chain/nodes/trouble/node-rest.ts',
    'src/main/chain/read/nonces/read-nonces.ts',
  ],
  agree: [
    'src/main/chain/nodes/agree/agree.ts',
    'src/main/chain/nodes/agree/agree-on-genesis.ts',
    'src/main/chain/read/logs/log-range.ts',
    'src/main/chain/send/read-send-error.ts',
  ],
  transitions: ['src/shared/purchases/state.ts', 'src/main/purchases/track/wait-began.ts'],
  registration: [
    'src/main/purchases/register/prepare-registration.ts',
    'src/main/purchases/register/resolve-registration.ts',
    'src/main/service/operations/spend-body.ts',
    'src/main/service/operations/register-spend.ts',
    'src/main/service/answer/recognise-outcome.ts',
  ],
  refunds: ['src/main/purchases/refund/judge-refund.ts', 'src/main/purchases/refund/refund-search.ts'],
}

/** Returns the test file beside a module. */
export const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts')

/** Returns the kind of a listed module. */
export function kindOf(file: string): Kind {
  const kind = kinds.find((one) => modules[one].includes(file))
  if (kind === undefined) throw new Error(`${file} is not a listed module`)
  return kind
}
