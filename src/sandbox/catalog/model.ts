export interface FieldSpec {
  readonly name: string
  readonly valueType: string
  readonly regex: string
}

export interface Price {
  readonly fiatCurrency: string
  readonly fiatValue: string
  readonly stableCoinCurrency: string
  readonly stableCoinValue: string
}

/** One purchasable item in the interface's format; `imageUrl` is a path. */
export interface Variant {
  readonly id: string
  readonly fupId: string
  readonly brand: string
  readonly country: string
  readonly notes: string
  readonly sku: string
  readonly price: Price
  readonly productType: string
  readonly referenceType?: FieldSpec
  readonly requiredFields: readonly FieldSpec[]
  readonly shortNotes: string
  readonly subTypes: readonly string[]
  readonly categories: readonly string[]
  readonly supportedCountries: readonly string[]
  readonly imageUrl: string
  readonly evmServiceId: number
  readonly svmServiceId: number
  readonly dataGB?: string
  readonly dataSpeeds?: readonly string[]
  readonly dataUnlimited?: boolean
  readonly durationDays?: string
  readonly smsNumber?: string
  readonly smsUnlimited?: boolean
  readonly voiceMinutes?: string
  readonly voiceUnlimited?: boolean
  readonly roamingCountryIso2?: string
  readonly roamingDataSpeeds?: readonly string[]
}
