import { computed } from 'vue'
import { addDecimals, compareDecimals, type Decimal } from '../../../shared/money.ts'
import { useFormats } from '../formats/use-formats.ts'
import { useAppStore } from '../stores/app-store.ts'
import { useCatalogStore } from '../stores/catalog-store.ts'
import { useShopperStore } from '../stores/shopper-store.ts'
import type { PaymentMethod } from './spendable.ts'
import { isDollar } from '../../../shared/networks/coin-names.ts'
import type { MoneyView } from '../../../shared/scalars.ts'
import { readingCurrency, worthOf } from '../../../shared/worth.ts'
import { estimateIn } from './estimate-in.ts'
import { paymentOptions, preselected } from './payment-options.ts'

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

  /** The currency of the home country, or of the country shopped for if no rate of that is known; dollars without either, null while unknown. */
  const currency = computed(() =>
    readingCurrency(
      [app.app?.settings.homeCountry ?? null, shopper.country],
      shopper.currencyOf,
      (code) => catalog.rates[code] !== undefined,
    ),
  )

  function worth(coins: Decimal, digits: number, rounding: 'up' | 'down'): Decimal | null {
    if (currency.value === null) return null
    const amount = worthOf(Number(coins), currency.value, catalog.rates, digits, rounding)
    return amount === null ? null : String(amount)
  }

  /** Returns about what dollar coins are worth in the chosen currency: "≈ MX$64.57"; what was spent is rounded up. Null if unknown. */
  function aboutBalance(dollars: Decimal, rounding: 'up' | 'down' = 'down'): string | null {
    if (currency.value === null) return null
    const amount = worth(dollars, formats.value.decimalsOf(currency.value), rounding)
    return amount && `≈ ${formats.value.fiat(currency.value, amount)}`
  }

  /**
   * Returns about what all `coins` are worth, which is what the worth of each adds up to; where room is short, from 1,000 on without cents:
   * "≈ MX$28,130". Null if unknown.
   */
  function aboutTotal(coins: readonly Decimal[], room: 'short' | 'full' = 'short'): string | null {
    const { value: code } = currency
    if (code === null) return null
    const known = coins.map((one) => worth(one, formats.value.decimalsOf(code), 'down')).filter((one) => one !== null)
    if (known.length === 0) return null
    const sum = addDecimals(known)
    const isLarge = room === 'short' && compareDecimals(sum, '1000') >= 0
    return `≈ ${isLarge ? formats.value.price(code, String(Math.floor(Number(sum)))) : formats.value.fiat(code, sum)}`
  }

  /** Returns an amount that is about right: "≈ MX$203.12". */
  const aboutMoney = ({ currency: code, amount }: MoneyView): string => `≈ ${formats.value.fiat(code, amount)}`

  /** Returns about what dollar coins cost in the chosen currency; null if unknown. */
  function inMoneyOf(dollars: Decimal): MoneyView | null {
    const { value: code } = currency
    const amount = code && worth(dollars, formats.value.decimalsOf(code), 'up')
    return amount ? { currency: code, amount } : null
  }

  /** Returns about what an amount of a dollar coin is in the chosen currency: "≈ MX$203.12"; null if unknown, or of another coin. */
  function aboutCoins(coins: Decimal, symbol: string): string | null {
    const money = inMoneyOf(coins)
    return money && isDollar(symbol) ? aboutMoney(money) : null
  }

  /** Returns about what a price is in the chosen currency; null if it is in that already, unknown, or not paid in dollar coins. */
  function aboutInMoney({ fiatCurrency, stableCoinCurrency, stableCoinValue }: ComparedPrice): string | null {
    if (stableCoinValue === null || fiatCurrency === currency.value) return null
    return aboutCoins(stableCoinValue, stableCoinCurrency)
  }

  /** Returns about what a price is in the coin that its checkout starts with: "≈ 5.24 USDC"; null if unknown. */
  function aboutInCoins(
    { stableCoinCurrency, stableCoinValue }: ComparedPrice,
    own: PaymentMethod | null,
  ): string | null {
    if (stableCoinValue === null) return null
    const price = { stableCoinValue, stableCoinCurrency }
    const options = paymentOptions(shopper.networks ?? [], shopper.balances ?? [], price)
    const coin = preselected(options, shopper.lastPaymentMethod, own)?.symbol
    if (coin === undefined) return null
    const { amount, symbol } = estimateIn(coin, price)
    return symbol === coin ? `≈ ${formats.value.coin(amount, symbol, 'up', 2)}` : null
  }

  /**
   * Returns about what a product costs in the chosen currency, if its price is in another, and in the coin that its checkout starts with;
   * `own` is the payment method that it was saved or bought with. Empty if unknown.
   */
  const aboutPrice = (price: ComparedPrice, own: PaymentMethod | null = null): string[] =>
    [aboutInMoney(price), aboutInCoins(price, own)].filter((part) => part !== null)

  return { aboutBalance, aboutTotal, aboutMoney, inMoneyOf, aboutCoins, aboutInMoney, aboutPrice }
}
