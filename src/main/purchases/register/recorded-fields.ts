import type { ListedTransaction } from '../../service/operations/list-transactions.ts'
import type { SpendTransaction } from '../../service/operations/spend-transaction.ts'
import type { Spend } from '../purchase-record.ts'

type Recorded = Spend['recorded']

/** Returns the service's record of a spend besides status and reference, to be shown as received. */
export function recordedOf(spend: SpendTransaction): Recorded {
  return withoutBlanks({
    product: spend.product.name,
    productType: spend.productType,
    productSubType: spend.productSubType,
    sku: spend.sku,
    country: spend.countryIsoAlpha2,
    quantity: textOf(spend.quantity),
    price: `${spend.fiatUnitPrice} ${spend.fiatCurrency}`,
    token: spend.tokenUsed,
    amountPaid: spend.tokenAmountPaid,
    wallet: spend.userWalletAddress,
    chain: textOf(spend.chainId),
    integrator: spend.integrator,
    created: spend.created,
    updated: spend.updated,
  })
}

/** Returns the same for a row of the service's list, which has fewer fields. */
export function recordedOfRow(row: ListedTransaction): Recorded {
  return withoutBlanks({
    product: row.brandName,
    productType: row.productType,
    sku: row.productSku,
    quantity: row.quantity,
    price: `${row.price.fiatValue ?? ''} ${row.price.fiatCurrency}`,
    stableCoinPrice:
      row.price.stableCoinValue === null ? '' : `${row.price.stableCoinValue} ${row.price.stableCoinCurrency}`,
    token: row.tokenUsed,
    amountPaid: row.tokenAmountPaid,
    wallet: row.walletAddress,
    chain: textOf(row.chainId),
    serviceId: textOf(row.serviceId),
    created: row.created,
  })
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value)
}

function withoutBlanks(recorded: Recorded): Recorded {
  return Object.fromEntries(Object.entries(recorded).filter(([, value]) => value.trim() !== ''))
}
