/** What a check of a service looks at, in the order in which it says it. */
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

/** A service fits if each of them was seen and none fails: nothing can be bought without them, nor with a token that is refused. */
export const essentialParts: ReadonlySet<CheckPart> = new Set([
  ...(['address', 'token', 'networks', 'coins', 'products', 'price', 'payment', 'wallet', 'purchases'] as const),
])

/**
 * Whether something is as the interface says, differs in a way that Till copes with, could not be found out, or does not work with
 * Till.
 */
export const checkVerdicts = ['fits', 'differs', 'unknown', 'fails'] as const
export type CheckVerdict = (typeof checkVerdicts)[number]

/** Everything a check may say, as a key of its words; `payment.refused` stands for the reason of a refusal. */
export const checkSayings = [
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
  ...(['pageSize.taken', 'pageSize.smaller'] as const),
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
  ...(['unasked.used-up', 'unasked.hour', 'unasked.stopped', 'unasked.nothing-to-ask'] as const),
] as const
export type CheckSaying = (typeof checkSayings)[number]

/** Requests that one check makes at most. */
export const MOST_CHECK_REQUESTS = 12
