import { z } from 'zod'
import type { Address, Hash } from 'viem'
import type { PurchaseState, RefundEvidence } from '../../shared/purchases/state.ts'
import { productFacts } from '../../shared/catalog/variant-views.ts'
import { recordedFields } from '../../shared/purchases/views.ts'
import { frozenNetworkSchema } from '../chain/frozen-network.ts'
import type { StepRecord } from '../engine/step-record.ts'
import { numberedId, quoteIdSchema } from '../service/operations/quote-id.ts'

const decimal = z.string().regex(/^\d+(\.\d+)?$/)
const units = z.string().regex(/^\d+$/).transform(BigInt)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/) as unknown as z.ZodType<Address>

const digits = z.string().regex(/^\d+$/)

/** What a payment put into an escrow: only who paid knows the service's number, which a claim of a refund needs. */
const frozenEscrowSchema = z.object({
  serviceId: digits,
  /** Without the fee. */
  units: digits,
  fee: digits,
  /** Where its record stands; null where the service did not name it. */
  vault: address.nullable(),
})
export type FrozenEscrow = z.output<typeof frozenEscrowSchema>

/** Everything a purchase freezes when it is authorized: what was bought, where it is paid, what was quoted, what was decoded. */
export const frozenTermsSchema = z.object({
  profileName: z.string(),
  product: z.object({
    sku: z.string(),
    brandSlug: z.string(),
    brandName: z.string(),
    productType: z.string(),
    country: z.string(),
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

/** Where a product goes, as the person typed and the service accepts it; kept sealed. */
export const deliverySchema = z.object({
  reference: z.string(),
  fields: z.array(z.object({ key: z.string(), value: z.string() })),
})
export type Delivery = z.output<typeof deliverySchema>

/** What the service last said of a registered purchase; shown, never decided with beyond its status. */
export const spendSchema = z.object({
  transactionId: z.string(),
  recordId: z.int().nullable(),
  isDeleted: z.boolean(),
  logoUrl: z.string(),
  /** Everything else the service wrote down, as text; what it left open is absent, and the reference is sealed. */
  recorded: z.partialRecord(z.enum(recordedFields), z.string()).default({}),
  /** Base64 of the sealed reference the service wrote down. */
  sealedReference: z.base64().nullable().default(null),
  readAt: z.int(),
})
export type Spend = z.output<typeof spendSchema>

/** A transfer that counts as a purchase's refund, or as a part of it; who sent it and why it counts is null where nobody wrote it down. */
export interface CountedRefund {
  readonly hash: Hash
  /** Its place among the transaction's transfers of the coin to the wallet, from 0; null where nobody wrote it down. */
  readonly place: number | null
  /** Of a transfer that is the refund of several purchases, what it gives this one. */
  readonly units: bigint
  readonly from: Address | null
  readonly evidence: RefundEvidence | null
}

export interface PurchaseRecord {
  readonly id: string
  readonly createdAt: number
  readonly profileId: string
  readonly chainInstance: string
  readonly from: Address
  readonly terms: FrozenTerms
  readonly state: PurchaseState
  readonly steps: readonly StepRecord[]
  readonly spend: Spend | null
  /** What came back, in parts. */
  readonly refunds: readonly CountedRefund[]
}

/** The step that moves the coins. */
export function payStep(record: Pick<PurchaseRecord, 'steps'>): StepRecord {
  const step = record.steps.find((candidate) => candidate.kind === 'pay')
  if (!step) throw new Error('A purchase without its payment')
  return step
}
