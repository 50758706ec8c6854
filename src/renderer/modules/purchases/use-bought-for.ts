import { useI18n } from 'vue-i18n'
import type { Decimal } from '../../../shared/money.ts'
import type { PurchaseRowView } from '../../../shared/purchases/views.ts'
import { useApproximate } from '../../app/money/use-approximate.ts'

/** Tells about what a purchase cost in the person's money. */
export function useBoughtFor() {
  const { t } = useI18n()
  const { aboutMoney, aboutCoins } = useApproximate()

  /**
   * Returns what was shown when it was bought; for older purchases what `coins` of it are worth at today's prices. Null if neither is known.
   */
  function boughtFor(
    { inMoney, tokenSymbol }: Pick<PurchaseRowView, 'inMoney' | 'tokenSymbol'>,
    coins: Decimal,
  ): { readonly amount: string; readonly when: string } | null {
    const amount = inMoney ? aboutMoney(inMoney) : aboutCoins(coins, tokenSymbol)
    if (amount === null) return null
    const about = { about: amount }
    return { amount, when: inMoney ? t('receipt.onThatDay', about) : t('receipt.atToday', about) }
  }
  return { boughtFor }
}
