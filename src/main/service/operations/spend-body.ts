import type { Profile } from '../../../shared/services/profile.ts'
import { quoteIdLiteral, type QuoteId } from './quote-id.ts'

export interface SpendBodyInput {
  readonly reference: string
  readonly requiredFields: readonly { readonly key: string; readonly value: string }[]
  readonly sku: string
  /** The amount that the payment actually moved, as exact decimal text. */
  readonly amount: string
  readonly network: { readonly key: string; readonly chainId: number }
  readonly tokenAddress: string
  readonly wallet: string
  readonly hasAcceptedTerms: boolean
  readonly quoteId: QuoteId
  /** The hash of the mined payment. */
  readonly hash: string
  /** `EVM`, as the service calls it. */
  readonly virtualMachineType: string
}

/** Returns the JSON text of a registration, to be stored and sent byte for byte; amount and quote id keep every digit. */
export function spendBody(profile: Pick<Profile, 'integrator' | 'intentChain'>, input: SpendBodyInput): string {
  const { network } = input
  if (!/^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(input.amount)) throw new RangeError('Not a decimal amount')
  const intent = {
    sku: input.sku,
    quantity: 1,
    chain: profile.intentChain === 'network-key' ? network.key : String(network.chainId),
    token: input.tokenAddress,
    wallet: input.wallet,
    integrator: profile.integrator,
    hasAcceptedTerms: input.hasAcceptedTerms,
  }
  const receipt = { hash: input.hash, virtualMachineType: input.virtualMachineType }
  // A JavaScript number would round them, so their digits are inserted as text.
  const exact = `"amount":${input.amount},"quoteId":${quoteIdLiteral(input.quoteId)}`
  const intentText = `{${exact},${JSON.stringify(intent).slice(1)}`
  return (
    `{"reference":${JSON.stringify(input.reference)},"requiredFields":${JSON.stringify(input.requiredFields)},` +
    `"transactionIntent":${intentText},"transactionReceipt":${JSON.stringify(receipt)}}`
  )
}
