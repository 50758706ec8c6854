import { compareDecimals, type Decimal } from '../../../shared/money.ts'
import { request } from '../requests/client.ts'

/** Returns what the drawer held when the last shift closed, if that is another amount than `float`; null if it is the same or unknown. */
export async function otherLastCount(float: Decimal, currency: string): Promise<Decimal | null> {
  const [last] = (await request('shift.list', { limit: 1 }).catch(() => null))?.shifts ?? []
  if (!last?.counted || last.currency !== currency) return null
  return compareDecimals(last.counted.amount, float) === 0 ? null : last.counted.amount
}
