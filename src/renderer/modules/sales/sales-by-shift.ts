import type { SaleView } from '../../../shared/sales/views.ts'

/** Groups sales, newest first, by the shift that they belong to. */
export function salesByShift(sales: readonly SaleView[]): { readonly shift: number; readonly sales: SaleView[] }[] {
  const groups = Map.groupBy(sales, ({ shift }) => shift)
  return [...groups].map(([shift, own]) => ({ shift, sales: own }))
}
