type Kind = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'object'

/** The kinds of values in the interface's fields; those that only some products have end in `?`. */
export type FieldKind = Kind | `${Kind}?`

export type Fields = Readonly<Record<string, FieldKind>>

const texts = (...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, 'text']))

/** The fields of each resource as the interface names them. */
export const interfaceFields = {
  network: {
    ...texts('name', 'key', 'logoUrl', 'rpcUrl', 'explorerUrl', 'networkType'),
    chainId: 'integer',
    isTestnet: 'boolean',
    isActive: 'boolean',
    rank: 'integer',
    protocolContracts: 'object',
    nativeToken: 'object',
  },
  token: {
    ...texts('name', 'symbol', 'key', 'address', 'imageUrl', 'minAllowance', 'maxAllowance'),
    id: 'integer',
    decimals: 'integer',
    friendlyDecimals: 'integer',
  },
  variant: {
    ...texts('id', 'fupId', 'brand', 'country', 'notes', 'sku', 'productType', 'shortNotes', 'imageUrl'),
    price: 'object',
    requiredFields: 'list',
    subTypes: 'list',
    categories: 'list',
    supportedCountries: 'list',
    referenceType: 'object?',
    evmServiceId: 'integer?',
    svmServiceId: 'integer?',
    dataGB: 'text?',
    durationDays: 'text?',
    smsNumber: 'text?',
    voiceMinutes: 'text?',
    roamingCountryIso2: 'text?',
    dataSpeeds: 'list?',
    roamingDataSpeeds: 'list?',
    dataUnlimited: 'boolean?',
    smsUnlimited: 'boolean?',
    voiceUnlimited: 'boolean?',
  },
  country: {
    ...texts('id', 'name', 'isoAlpha2', 'isoAlpha3', 'isCurrent', 'capital', 'fiatCurrency', 'region', 'subregion'),
    ...texts('flagUrl', 'timezone', 'callingCode', 'status', 'createdAt', 'updatedAt'),
    languages: 'object',
    latitude: 'number',
    longitude: 'number',
  },
  quote: {
    ...texts('fiatCurrency', 'fiatAmount', 'digitalAsset', 'digitalAssetAmount', 'totalAmount', 'feeAmount', 'sku'),
    id: 'integer',
    transactionRequest: 'object',
  },
} as const satisfies Record<string, Fields>
