import { z } from 'zod'
import type { Address, Hash } from 'viem'
import type { PurchaseState, RefundEvidence } from '../../shared/purchases/state.ts'
import { productFacts } from '../../shared/catalog/variant-views.ts'
import { recordedFields } from '../../shared/purchases/views.ts'
import { address, decimal, units, type MoneyView } from '../../shared/scalars.ts'
import { frozenNetworkSchema } from '../chain/frozen-network.ts'
import type { StepRecord } from '../engine/steps/step-record.ts'
import { numberedId, quoteIdSchema } from '../service/operations/quote-id.ts'

const digits = z.string().regex(/^\d+$/)

/** A payment's deposit in an escrow: only the payer knows the service's number, which a claim of a refund needs. */
const frozenEscrowSchema = z.object({
  serviceId: digits,
  /** Without the fee. */
  units: digits,
  fee: digits,
  /** The address of its record; null if the service did not name it. */
  vault: address.nullable(),
})
export type FrozenEscrow = z.output<typeof frozenEscrowSchema>

/** The terms that a purchase freezes when it is authorized: product, network, quote and decoded payment. */
export const frozenTermsSchema = z.object({
  profileName: z.string(),
  product: z.object({
    sku: z.string(),
    brandSlug: z.string(),
    brandName: z.string(),
    productType: z.string(),
    country: z.string(),
    /** The number of countries in which it works; older purchases lack it. */
    countryCount: z.int().optional(),
    image: z.string().nullable(),
    facts: productFacts.nullable().default(null),
  }),
  network: frozenNetworkSchema,
  token: z.object({
    key: z.string(),
    symbol: z.string(),
    address: address.nullable(),
    listedAddress: address,
    decimals: z.int(),
  }),
  quote: z.object({
    id: z.union([quoteIdSchema, z.int().transform(numberedId)]),
    fiatCurrency: z.string(),
    fiatAmount: decimal,
    asset: z.string(),
    assetAmount: decimal,
    feeAmount: decimal,
    totalAmount: decimal,
  }),
  payment: z.object({
    shape: z.enum(['transfer', 'native', 'router']),
    recipient: address,
    to: address,
    units,
    escrow: frozenEscrowSchema.nullable().default(null),
  }),
})
export type FrozenTerms = z.output<typeof frozenTermsSchema>

/** The amounts of a quote as the service made it: another wallet may have paid another one. */
export const askedAmountsSchema = frozenTermsSchema.shape.quote.pick({
  assetAmount: true,
  feeAmount: true,
  totalAmount: true,
})
export type AskedAmounts = z.output<typeof askedAmountsSchema>

/** Returns the terms as the JSON that is stored, and that the schema reads. */
export function termsToJson({ payment, ...terms }: FrozenTerms): string {
  return JSON.stringify({ ...terms, payment: { ...payment, units: payment.units.toString() } })
}

/** The delivery of a product, as typed by the person and accepted by the service; stored sealed. */
export const deliverySchema = z.object({
  reference: z.string(),
  fields: z.array(z.object({ key: z.string(), value: z.string() })),
})
export type DeliveryDetails = z.output<typeof deliverySchema>

/** The service's last answer about a registered purchase; beyond its status only for display, never for decisions. */
export const spendSchema = z.object({
  transactionId: z.string(),
  recordId: z.int().nullable(),
  isDeleted: z.boolean(),
  logoUrl: z.string(),
  /** The service's other records as text; missing values are absent, and the reference is sealed. */
  recorded: z.partialRecord(z.enum(recordedFields), z.string()).default({}),
  /** The sealed reference that the service recorded, in base64. */
  sealedReference: z.base64().nullable().default(null),
  /** Whether Till has kept the codes that the service returned: what the user removes then stays removed. */
  hasKeptCodes: z.boolean().default(false),
  readAt: z.int(),
})
export type Spend = z.output<typeof spendSchema>

/** A transfer that counts as a purchase's refund, or as a part of it; sender and evidence are null if not recorded. */
export interface CountedRefund {
  readonly hash: Hash
  /** Its position among the transaction's transfers of the coin to the wallet, from 0; null if not recorded. */
  readonly ordinal: number | null
  /** This purchase's share, if the transfer refunds several. */
  readonly units: bigint
  readonly from: Address | null
  readonly evidence: RefundEvidence | null
}

export interface PurchaseRecord {
  readonly id: string
  /** When it was confirmed, or paid by another wallet, in epoch milliseconds. */
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  /** What another wallet was asked to pay; null if Till paid. Till cannot change another wallet's fee. */
  readonly externalAsked: AskedAmounts | null
  readonly terms: FrozenTerms
  /** About what it cost in the person's money, as shown when it was confirmed; null if not kept. */
  readonly inMoney: MoneyView | null
  readonly state: PurchaseState
  readonly steps: readonly StepRecord[]
  readonly spend: Spend | null
  /** The refunds, in parts. */
  readonly refunds: readonly CountedRefund[]
}

/** Returns the step that moves the coins. */
export function payStep(record: Pick<PurchaseRecord, 'steps'>): StepRecord {
  const step = record.steps.find((candidate) => candidate.kind === 'pay')
  if (!step) throw new Error('A purchase without its payment')
  return step
}
