import { compareDecimals, type Decimal } from '../../../shared/money.ts'
import type { Role } from '../../../shared/kiosk/roles.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { QuoteView } from '../../../shared/checkout/views.ts'

/** Returns the part of the balances that a role may see: a clerk sees only which coins have nothing left to spend. */
export function balancesFor(role: Role, balances: readonly BalanceView[]): BalanceView[] {
  if (role === 'manager') return [...balances]
  return balances.map(({ native, tokens, reserved, ...one }) => ({
    ...one,
    native: nothingOf(native),
    reserved: {},
    last: null,
    tokens: Object.fromEntries(
      Object.entries(tokens).map(([key, held]) => [key, nothingOf(held, reserved[key] ?? '0')]),
    ),
  }))
}

/** Returns the part of an offer that a role may see: a clerk does not see how much the wallet is short. */
export function quoteFor(role: Role, quote: QuoteView): QuoteView {
  if (role === 'manager') return quote
  const problems = quote.problems.map((one) =>
    one.problem.startsWith('insufficient-') ? { ...one, detail: null } : one,
  )
  return { ...quote, problems }
}

/** Returns 0 if nothing is left to spend, otherwise null, as for an unknown balance. */
function nothingOf(held: Decimal | null, reserved: Decimal = '0'): Decimal | null {
  return held !== null && compareDecimals(held, reserved) <= 0 ? '0' : null
}
