import { computed } from 'vue'
import type { Decimal } from '../../../shared/money.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useAppStore } from '../stores/app-store.ts'
import { useCatalogStore } from '../stores/catalog-store.ts'
import { useShopperStore } from '../stores/shopper-store.ts'
import { mainPurse, pursesOf } from '../stores/spendable.ts'
import { estimateIn, isDollar } from './estimate-in.ts'
import { worthOf } from './worth.ts'

/** A catalog price, as far as it is compared with coins and other money. */
export interface ComparedPrice {
  readonly fiatCurrency: string
  readonly stableCoinCurrency: string
  /** Null while unknown. */
  readonly stableCoinValue: Decimal | null
}

/** Converts prices and balances for display, by the catalog's own prices. Nothing of it is ever paid or signed. */
export function useApproximate() {
  const app = useAppStore()
  const catalog = useCatalogStore()
  const shopper = useShopperStore()
  const formats = useFormats()

  /** The currency of the country shopped for, else of the home country; dollars without either, null while unknown. */
  const currency = computed(() => {
    const iso2 = shopper.country ?? app.app?.settings.homeCountry ?? null
    return iso2 === null ? 'USD' : shopper.currencyOf(iso2)
  })
  const held = computed(
    () =>
      mainPurse(pursesOf(shopper.networks ?? [], shopper.balances ?? []), shopper.lastPaymentMethod)?.symbol ?? null,
  )

  function worth(coins: Decimal, coin: string, rounding: 'up' | 'down', isShort = false): string | null {
    if (currency.value === null || !isDollar(coin)) return null
    const digits = formats.value.decimalsOf(currency.value)
    const isLarge = (catalog.rates[currency.value] ?? 0) * Number(coins) >= 1000
    const amount = worthOf(Number(coins), currency.value, catalog.rates, isShort && isLarge ? 0 : digits, rounding)
    if (amount === null) return null
    const shown = String(amount)
    return isShort ? formats.value.price(currency.value, shown) : formats.value.fiat(currency.value, shown)
  }

  /** Returns about what a balance is worth in the chosen currency, "≈ MX$28,130.40"; without cents if `isShort`. Null if unknown. */
  function aboutBalance(coins: Decimal, coin: string, isShort = false): string | null {
    const shown = worth(coins, coin, 'down', isShort)
    return shown && `≈ ${shown}`
  }

  /**
   * Returns about what a product costs in the chosen currency, if its price is in another, and in the coin held: "≈ 5.24 USDC". Empty if
   * unknown, and for clerks, who do not see what the shop pays.
   */
  function aboutPrice(price: ComparedPrice): string[] {
    if (price.stableCoinValue === null || app.role !== 'manager') return []
    const own = price.fiatCurrency === currency.value
    const money = own ? null : worth(price.stableCoinValue, price.stableCoinCurrency, 'up')
    const { amount, symbol } = estimateIn(held.value ?? '', { ...price, stableCoinValue: price.stableCoinValue })
    const coins = symbol === held.value ? formats.value.coin(amount, symbol, 'up', 2) : null
    return [money, coins].filter((part) => part !== null).map((part) => `≈ ${part}`)
  }

  return { currency, aboutBalance, aboutPrice }
}
