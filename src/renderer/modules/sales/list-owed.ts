import type { SaleView } from '../../../shared/sales/views.ts'
import { request } from '../../app/requests/client.ts'

/** More than a drawer ever owes. */
const MOST = 200

/** Lists the sales whose cash a drawer of this currency owes to customers; none if they cannot be read, because counting goes on without. */
export async function listOwed(currency: string): Promise<readonly SaleView[]> {
  const { sales } = await request('sales.list', { owed: true, limit: MOST }).catch(() => ({ sales: [] }))
  return sales.filter((sale) => sale.currency === currency)
}
