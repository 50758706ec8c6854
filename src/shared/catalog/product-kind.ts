interface Typed {
  /** The service's name for it. */
  readonly productType: string
}

const namedTypes = ['topup', 'gift_card', 'voucher', 'esim'] as const
export type NamedType = (typeof namedTypes)[number] | 'other'

/** Returns the product type, if Till's sentences have a name for it. */
export function namedTypeOf({ productType }: Typed): NamedType {
  return namedTypes.find((type) => type === productType.toLowerCase()) ?? 'other'
}

/** Returns whether the service sends a code or an installation, which the recipient must still use. */
export function isSentAsCode(purchase: Typed): boolean {
  return ['gift_card', 'voucher', 'esim'].includes(namedTypeOf(purchase))
}
