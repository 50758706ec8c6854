import { z } from '@hono/zod-openapi'
import { errorCodes } from './error-codes.ts'

export const errorBody = z
  .object({
    errorCode: z.string().openapi({ enum: [...errorCodes] }),
    fields: z.record(z.string(), z.string()),
    message: z.string(),
  })
  .openapi('Error')

const fieldSpec = z.object({ name: z.string(), valueType: z.string(), regex: z.string() }).openapi('FieldSpec')

const price = z
  .object({
    fiatCurrency: z.string(),
    fiatValue: z.string(),
    stableCoinCurrency: z.string(),
    stableCoinValue: z.string(),
  })
  .openapi('Price')

/** A text that may be `not_set`. */
const settable = z.string().openapi({ examples: ['not_set'] })

const strings = z.array(z.string()).readonly()

export const variant = z
  .object({
    id: z.string(),
    fupId: z.string(),
    brand: z.string(),
    country: z.string(),
    notes: z.string(),
    sku: z.string(),
    price,
    productType: z.string(),
    referenceType: fieldSpec.optional(),
    requiredFields: z.array(fieldSpec).readonly(),
    shortNotes: z.string(),
    subTypes: strings,
    categories: strings,
    supportedCountries: strings,
    imageUrl: z.string(),
    evmServiceId: z.int(),
    svmServiceId: z.int(),
    dataGB: z.string().optional(),
    dataSpeeds: strings.optional(),
    dataUnlimited: z.boolean().optional(),
    durationDays: z.string().optional(),
    smsNumber: z.string().optional(),
    smsUnlimited: z.boolean().optional(),
    voiceMinutes: z.string().optional(),
    voiceUnlimited: z.boolean().optional(),
    roamingCountryIso2: z.string().optional(),
    roamingDataSpeeds: strings.optional(),
  })
  .openapi('Variant')

export const products = z
  .object({
    products: z.array(
      z.object({
        productType: z.string(),
        brands: z.array(
          z
            .object({
              brandName: z.string(),
              brandSlug: z.string(),
              imageUrl: z.string(),
              order: z.int(),
              variants: z.array(variant),
            })
            .openapi('Brand'),
        ),
      }),
    ),
  })
  .openapi('ProductGroups')

export const networks = z
  .object({
    success: z.boolean(),
    data: z.array(
      z
        .object({
          name: z.string(),
          key: z.string(),
          logoUrl: z.string(),
          chainId: z.int(),
          rpcUrl: z.string(),
          explorerUrl: z.string(),
          isTestnet: z.boolean(),
          networkType: z.string(),
          isActive: z.boolean(),
          rank: z.int(),
          protocolContracts: z.record(z.string(), z.string()),
          nativeToken: z.object({
            name: z.string(),
            symbol: z.string(),
            coinKey: z.string(),
            address: z.string(),
            decimals: z.int(),
            logoURI: z.string(),
          }),
        })
        .openapi('Network'),
    ),
  })
  .openapi('Networks')

export const tokens = z
  .object({
    success: z.boolean(),
    data: z.array(
      z
        .object({
          id: z.int(),
          name: z.string(),
          symbol: z.string(),
          key: z.string(),
          address: z.string(),
          decimals: z.int(),
          friendlyDecimals: z.int(),
          imageUrl: z.string(),
          minAllowance: z.string(),
          maxAllowance: z.string(),
        })
        .openapi('Token'),
    ),
  })
  .openapi('Tokens')

export const countries = z
  .object({
    message: z.string(),
    data: z.object({
      count: z.int(),
      results: z.array(
        z
          .object({
            id: z.string(),
            name: z.string(),
            isoAlpha2: z.string(),
            isoAlpha3: z.string(),
            isCurrent: z.string(),
            capital: z.string(),
            fiatCurrency: z.string(),
            region: z.string(),
            subregion: z.string(),
            languages: z.record(z.string(), z.string()),
            flagUrl: z.string(),
            timezone: z.string(),
            latitude: z.number(),
            longitude: z.number(),
            callingCode: z.string(),
            status: z.string(),
            createdAt: z.string(),
            updatedAt: z.string(),
          })
          .openapi('Country'),
      ),
    }),
  })
  .openapi('Countries')

export const quote = z
  .object({
    id: z.int(),
    fiatCurrency: z.string(),
    fiatAmount: z.string(),
    digitalAsset: z.string(),
    digitalAssetAmount: z.string(),
    totalAmount: z.string(),
    feeAmount: z.string(),
    sku: z.string(),
    transactionRequest: z.object({
      chainId: z.int(),
      type: z.int(),
      to: z.string(),
      data: z.string(),
      value: z.string(),
      gas: z.string(),
      gasLimit: z.string(),
      maxFeePerGas: z.string(),
      maxPriorityFeePerGas: z.string(),
    }),
  })
  .openapi('Quote')

export const alternateQuote = z
  .object({
    error: z.string(),
    message: z.string(),
    data: z
      .object({
        fiat_currency: z.string(),
        fiat_amount: z.string(),
        digital_asset: z.string(),
        digital_asset_amount: z.string(),
        total_amount: z.string(),
        sku: z.string(),
      })
      .nullable(),
  })
  .openapi('AlternateQuote')

export const walletState = z
  .object({ wallet: z.object({ walletAddress: z.string(), hasAcceptedTerms: z.boolean() }) })
  .openapi('WalletState')

export const spendTransaction = z
  .object({
    integrator: z.string(),
    transactionId: z.string(),
    status: z.string().openapi({ enum: ['PENDING', 'SUCCESS', 'FAILED'] }),
    countryIsoAlpha2: z.string(),
    productType: settable,
    productSubType: settable,
    sku: settable,
    fiatUnitPrice: z.number(),
    fiatCurrency: z.string(),
    quantity: z.int(),
    product: z.object({ name: z.string(), logoUrl: z.string() }),
    userWalletAddress: z.string(),
    chainId: z.int(),
    tokenUsed: z.string(),
    tokenAmountPaid: z.number(),
    created: z.string(),
    updated: z.string(),
    isDeleted: z.boolean(),
    givenReference: z.string(),
    recordId: z.int(),
  })
  .openapi('SpendTransaction')

export const transactionList = z
  .object({
    totalItems: z.int(),
    totalPages: z.int(),
    currentPage: z.int(),
    transactions: z.array(
      z
        .object({
          id: z.string(),
          status: z.string().openapi({ enum: ['PENDING', 'COMPLETED', 'FAILED'] }),
          price,
          productType: z.string(),
          productSku: z.string(),
          quantity: z.string(),
          chainId: z.int(),
          tokenUsed: z.string(),
          tokenAmountPaid: z.number(),
          imageUrl: z.string(),
          created: z.string(),
          brandName: z.string(),
          walletAddress: z.string(),
          blockchainTransactionHash: z.string(),
          serviceId: z.int(),
          recordId: z.int(),
        })
        .openapi('TransactionListItem'),
    ),
  })
  .openapi('TransactionList')

export const quoteRequest = z
  .object({
    fiatCurrency: z.string().min(1),
    digitalAsset: z.string().min(1),
    sku: z.string().min(1),
    chainId: z.int(),
    integrator: z.string().optional(),
    sender: z.string().optional(),
  })
  .openapi('QuoteRequest')

export const alternateQuoteRequest = z
  .object({
    sku: z.string().min(1),
    fiat_currency: z.string().min(1),
    digital_asset: z.string().min(1),
    chain_id: z.int(),
  })
  .openapi('AlternateQuoteRequest')

export const registrationRequest = z
  .object({
    reference: z.string().max(500).default(''),
    requiredFields: z
      .array(z.object({ key: z.string(), value: z.string().max(2000) }))
      .max(100)
      .default([]),
    transactionIntent: z.object({
      sku: z.string().min(1),
      quantity: z.int(),
      amount: z.number(),
      chain: z.string(),
      token: z.string(),
      wallet: z.string(),
      integrator: z.string().optional(),
      hasAcceptedTerms: z.boolean().optional(),
      quoteId: z.int(),
    }),
    transactionReceipt: z.object({ hash: z.string(), virtualMachineType: z.string() }),
  })
  .openapi('RegistrationRequest')
