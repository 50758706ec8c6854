import { compareDecimals, type Decimal } from '../../shared/money.ts'
import type { Role } from '../../shared/kiosk/roles.ts'
import type { BalanceView } from '../../shared/wallet/views.ts'
import type { QuoteView } from '../../shared/checkout/views.ts'

/** What of the wallet's balances whoever is at the till may know: a clerk only which coins there is nothing of to spend. */
export function balancesFor(role: Role, balances: readonly BalanceView[]): BalanceView[] {
  if (role === 'manager') return [...balances]
  return balances.map(({ native, tokens, reserved, ...one }) => ({
    ...{ ...one, native: nothingOf(native), reserved: {}, last: null },
    tokens: Object.fromEntries(
      Object.entries(tokens).map(([key, held]) => [key, nothingOf(held, reserved[key] ?? '0')]),
    ),
  }))
}

/** An offer as whoever is at the till may know it: a clerk not how much the wallet is short of. */
export function quoteFor(role: Role, quote: QuoteView): QuoteView {
  if (role === 'manager') return quote
  const problems = quote.problems.map((one) =>
    one.problem.startsWith('insufficient-') ? { ...one, detail: null } : one,
  )
  return { ...quote, problems }
}

/** 0 where nothing is left of it; null, as where it is unknown, otherwise. */
function nothingOf(held: Decimal | null, reserved: Decimal = '0'): Decimal | null {
  return held !== null && compareDecimals(held, reserved) <= 0 ? '0' : null
}
