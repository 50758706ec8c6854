/** The parts of a service check, in display order. */
export const checkParts = [
  'address',
  'token',
  'limit',
  'document',
  'networks',
  'coins',
  'products',
  'price',
  'coinName',
  'payment',
  'sender',
  'wallet',
  'purchases',
  'pageNames',
  'pageSize',
  'chainName',
  'countries',
  'countryNames',
  'purchase',
] as const
export type CheckPart = (typeof checkParts)[number]

/** A service fits if all of these were seen and none fails: nothing can be bought without them, or with a refused token. */
export const essentialParts: ReadonlySet<CheckPart> = new Set([
  ...(['address', 'token', 'networks', 'coins', 'products', 'price', 'payment', 'wallet', 'purchases'] as const),
])

/** The result for a part: as the interface says, different in a way that Till handles, not determined, or incompatible with Till. */
export const checkVerdicts = ['fits', 'differs', 'unknown', 'fails'] as const
export type CheckVerdict = (typeof checkVerdicts)[number]

/** All messages of a check, as keys of their texts; `payment.refused` stands for the refusal's reason. */
export const checkMessages = [
  ...([
    'address.answers',
    'address.unclear',
    'address.unseen',
    'token.accepted',
    'token.none',
    'token.refused',
    'token.unsendable',
    'token.wanted',
    'token.unclear',
    'limit.named',
    'limit.unnamed',
  ] as const),
  ...(['document.found', 'document.none'] as const),
  ...(['fields.missing', 'fields.missing-some', 'fields.other', 'fields.skipped'] as const),
  ...(['networks.payable', 'networks.unpayable', 'networks.none', 'coins.listed', 'coins.none'] as const),
  ...(['products.sold', 'products.sold-in', 'products.none', 'products.unfiltered'] as const),
  ...(['price.quoted', 'price.unpriced', 'price.only', 'price.unfunded', 'price.above', 'price.far-above'] as const),
  ...(['coinName.symbol', 'coinName.address'] as const),
  ...(['payment.transfer', 'payment.native', 'payment.router', 'payment.escrow'] as const),
  ...(['payment.ignored', 'payment.none', 'payment.refused'] as const),
  ...(['sender.made-up', 'wallet.unknown', 'wallet.known'] as const),
  ...([
    'purchases.none',
    'purchases.some',
    'pageNames.document',
    'pageNames.answers',
    'pageNames.some',
    'pageNames.usual',
  ] as const),
  ...(['pageSize.accepted', 'pageSize.smaller'] as const),
  ...(['chainName.key', 'chainName.id', 'chainName.usual', 'chainName.kept-id'] as const),
  ...(['countries.listed', 'countryNames.work', 'countryNames.found', 'countryNames.usual'] as const),
  ...(['purchase.absent', 'purchase.present'] as const),
  ...([
    'trouble.offline',
    'trouble.broken',
    'trouble.timeout',
    'trouble.page',
    'trouble.redirect',
    'trouble.not-json',
  ] as const),
  ...([
    'trouble.shape',
    'trouble.other',
    'trouble.too-large',
    'trouble.down',
    'trouble.unauthorized',
    'trouble.forbidden',
  ] as const),
  ...([
    'trouble.limited',
    'trouble.limited-for',
    'trouble.absent',
    'trouble.refused',
    'trouble.refused-silently',
    'trouble.internal',
  ] as const),
  ...(['skipped.used-up', 'skipped.hour', 'skipped.stopped', 'skipped.nothing-to-ask'] as const),
] as const
export type CheckMessage = (typeof checkMessages)[number]

/** The most requests that one check makes. */
export const MAX_CHECK_REQUESTS = 12
