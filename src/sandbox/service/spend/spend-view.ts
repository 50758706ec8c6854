import { checksumAddress, type Address } from 'viem'
import { pictureUrl, type Service } from '../context.ts'
import { findToken } from '../catalog/find-token.ts'
import { deliverableOf } from './deliverable-of.ts'
import type { RegistrationRow } from './ledger-schema.ts'

function paidWith(service: Service, row: RegistrationRow) {
  const quote = service.ledger.getQuote(row.quoteId)
  if (!quote) throw new Error(`Registration ${row.recordId} has lost its quote`)
  const chain = service.chains.find(({ network }) => network.chainId === quote.chainId)
  const symbol = chain ? findToken(chain, quote.token)?.symbol : undefined
  return { quote, tokenUsed: symbol ?? quote.token, tokenAmountPaid: Number(quote.totalAmount) }
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()

/** Returns a registration in the form of the registration's answer and of the single read. */
export function spendTransactionOf(service: Service, row: RegistrationRow) {
  const { quote, tokenUsed, tokenAmountPaid } = paidWith(service, row)
  return {
    integrator: row.integrator,
    transactionId: row.id,
    status: row.status,
    countryIsoAlpha2: row.product.country,
    productType: row.product.productType,
    productSubType: row.product.productSubType,
    sku: quote.sku,
    fiatUnitPrice: Number(quote.fiatAmount),
    fiatCurrency: quote.fiatCurrency,
    quantity: row.quantity,
    product: { name: row.product.name, logoUrl: pictureUrl(service, row.product.logoUrl) },
    userWalletAddress: checksumAddress(row.wallet as Address),
    chainId: quote.chainId,
    tokenUsed,
    tokenAmountPaid,
    created: iso(row.createdAt),
    updated: iso(row.updatedAt),
    isDeleted: row.isDeleted,
    givenReference: row.reference,
    recordId: row.recordId,
    ...(service.settings.returnsCodes ? deliverableOf(row) : {}),
  }
}

/** Returns a registration as an item of the list, where a delivered one is COMPLETED. */
export function listItemOf(service: Service, row: RegistrationRow) {
  const { quote, tokenUsed, tokenAmountPaid } = paidWith(service, row)
  return {
    id: row.id,
    status: row.status === 'SUCCESS' ? 'COMPLETED' : row.status,
    price: {
      fiatCurrency: quote.fiatCurrency,
      fiatValue: quote.fiatAmount,
      stableCoinCurrency: row.product.stableCoinCurrency,
      stableCoinValue: row.product.stableCoinValue,
    },
    productType: row.product.productType,
    productSku: quote.sku,
    quantity: String(row.quantity),
    chainId: quote.chainId,
    tokenUsed,
    tokenAmountPaid,
    imageUrl: pictureUrl(service, row.product.logoUrl),
    created: iso(row.createdAt),
    brandName: row.product.name,
    walletAddress: checksumAddress(row.wallet as Address),
    blockchainTransactionHash: row.hash,
    serviceId: row.product.serviceId,
    recordId: row.recordId,
  }
}
