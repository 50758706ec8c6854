import { useI18n } from 'vue-i18n'
import type { Decimal } from '../../../shared/money.ts'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import { dayAt } from '../../../shared/periods.ts'
import { useApproximate } from '../../app/money/use-approximate.ts'
import { useNow } from '../../app/timing/use-now.ts'

/** Tells about what a purchase cost in the person's money. */
export function useBoughtFor() {
  const { t } = useI18n()
  const { aboutMoney, aboutCoins } = useApproximate()
  const now = useNow(60_000)

  /**
   * Returns what was shown when it was bought; for older purchases what `coins` of it are worth at today's prices. Null if neither is known.
   */
  function boughtFor(
    { inMoney, tokenSymbol, createdAt }: Pick<PurchaseRowView, 'inMoney' | 'tokenSymbol' | 'createdAt'>,
    coins: Decimal,
  ): { readonly label: string; readonly amount: string } | null {
    const amount = inMoney ? aboutMoney(inMoney) : aboutCoins(coins, tokenSymbol)
    if (amount === null) return null
    if (!inMoney) return { label: t('receipt.atToday'), amount }
    const isToday = dayAt(Date.parse(createdAt)) === dayAt(now.value)
    return { label: isToday ? t('receipt.inMoney') : t('receipt.onThatDay'), amount }
  }
  return { boughtFor }
}
