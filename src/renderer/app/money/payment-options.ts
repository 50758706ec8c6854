import { isWithinBounds, type PaymentBounds } from '../../../shared/checkout/payment-bounds.ts'
import { compareDecimals, type Decimal } from '../../../shared/money.ts'
import type { BalanceView } from '../../../shared/wallet/views.ts'
import type { NetworkView } from '../../../shared/networks/views.ts'
import { estimateIn } from './estimate-in.ts'
import { lastKnown, spendable, type PaymentMethod } from './spendable.ts'

export interface PaymentOption {
  /** The key of network and token together. */
  readonly key: string
  readonly networkKey: string
  readonly networkName: string
  readonly networkLogo: string | null
  readonly nativeSymbol: string
  readonly isTestnet: boolean
  readonly tokenKey: string
  readonly symbol: string
  /** The path of the coin's picture. */
  readonly image: string | null
  readonly friendlyDecimals: number
  readonly available: Decimal | null
  /** The balance when the network last answered, and when (epoch ms); null while it answers or if it never did. */
  readonly last: { readonly amount: Decimal; readonly at: number } | null
  /** The smallest and largest payment in this coin that the service accepts. */
  readonly bounds: PaymentBounds
  /** Why it cannot be chosen at all. */
  readonly unpayable: NetworkView['unpayable']
  /** What prevents paying with it, as far as known. */
  readonly lack: 'unknown' | 'token' | 'fees' | 'bounds' | null
}

/** Returns the key of a payment method's option. */
export function keyOfPaymentMethod({ networkKey, tokenKey }: PaymentMethod): string {
  return JSON.stringify([networkKey, tokenKey])
}

/** Returns every payment method, usable ones first; unusable networks come last with their reason. */
export function paymentOptions(
  networks: readonly NetworkView[],
  balances: readonly BalanceView[],
  price: { readonly stableCoinCurrency: string; readonly stableCoinValue: Decimal },
): PaymentOption[] {
  const options = networks.flatMap((network) => {
    const balance = balances.find((candidate) => candidate.networkKey === network.key)
    const common = {
      networkKey: network.key,
      networkName: network.name,
      networkLogo: network.logo,
      isTestnet: network.isTestnet,
      nativeSymbol: network.native.symbol,
    }
    if (network.unpayable) {
      return [
        {
          ...common,
          key: network.key,
          tokenKey: '',
          symbol: '',
          image: null,
          friendlyDecimals: 2,
          available: null,
          last: null,
          bounds: { minAllowance: null, maxAllowance: null },
          unpayable: network.unpayable,
          lack: null,
        },
      ]
    }
    const active = network.tokens.filter(({ isActive }) => isActive)
    return active.map((token): PaymentOption => {
      const available = spendable(balance, token.key)
      const estimate = estimateIn(token.symbol, price)
      const isOutside = estimate.symbol === token.symbol && !isWithinBounds(token, estimate.amount)
      const needed = token.symbol === price.stableCoinCurrency ? price.stableCoinValue : '0'
      return {
        ...common,
        key: keyOfPaymentMethod({ networkKey: network.key, tokenKey: token.key }),
        tokenKey: token.key,
        symbol: token.symbol,
        image: token.image,
        friendlyDecimals: token.friendlyDecimals,
        available,
        last: available === null ? lastKnown(balance, token.key) : null,
        bounds: token,
        unpayable: null,
        lack: isOutside ? 'bounds' : lackOf(available, needed, balance?.native ?? null),
      }
    })
  })
  return options.sort((a, b) => rank(a) - rank(b))
}

/**
 * Returns the option to start with, from options in `paymentOptions`' order: the one it was saved or bought with, else the last one paid
 * with if it still works, else the first.
 */
export function preselected(
  options: readonly PaymentOption[],
  last: PaymentMethod | null,
  own: PaymentMethod | null = null,
): PaymentOption | null {
  const payable = options.filter(({ unpayable }) => unpayable === null)
  const of = (method: PaymentMethod | null): PaymentOption | undefined =>
    payable.find((option) => option.networkKey === method?.networkKey && option.tokenKey === method.tokenKey)
  const used = of(last)
  return of(own) ?? (used?.lack === null || used?.lack === 'unknown' ? used : payable[0]) ?? null
}

function lackOf(available: Decimal | null, needed: Decimal, native: Decimal | null): PaymentOption['lack'] {
  const isShort =
    available !== null && (compareDecimals(available, '0') === 0 || compareDecimals(available, needed) < 0)
  if (isShort) return 'token'
  if (native !== null && compareDecimals(native, '0') === 0) return 'fees'
  return available === null || native === null ? 'unknown' : null
}

function rank(option: PaymentOption): number {
  if (option.unpayable) return 4
  return { none: 0, unknown: 1, fees: 2, token: 3, bounds: 3 }[option.lack ?? 'none']
}
