/** Common categories by words of their names, as services name them. */
export const categoryNames = {
  games: 'game games gaming',
  groceries: 'grocery groceries supermarket',
  video: 'streaming video',
  music: 'music',
  fashion: 'fashion clothing',
  restaurants: 'restaurant restaurants dining',
  delivery: 'delivery',
  transport: 'transport transportation mobility',
  travel: 'travel',
  books: 'book books reading',
  electronics: 'electronic electronics',
  home: 'home household',
  sports: 'sport sports',
  beauty: 'beauty',
  pets: 'pet pets',
  children: 'kid kids children baby',
  bills: 'utility utilities bills',
  health: 'health pharmacy',
  giving: 'giving charity donation donations',
  mobile: 'mobile phone',
  data: 'data internet',
  airtime: 'airtime',
  prepaid: 'prepaid',
  postpaid: 'postpaid',
  voice: 'voice calls',
  bundle: 'bundle bundles',
  subscription: 'subscription subscriptions',
} as const

/** The words of one language that the search knows; lists are words with spaces between them. */
export interface CatalogWords {
  /** What people call the common product types. */
  readonly kinds: Readonly<Record<'topup' | 'gift_card' | 'esim', string>>
  /** What people call common categories. */
  readonly categories: Readonly<Record<keyof typeof categoryNames, string>>
  /** The units of typed amounts, folded. */
  readonly units: Readonly<
    Record<'gigabytes' | 'megabytes' | 'days' | 'weeks' | 'months' | 'years' | 'minutes', string>
  >
  readonly currencies: {
    /** Whether the name of a currency comes before the word that specifies it: "peso mexicano". */
    readonly nameFirst: boolean
    /** Words before it that never name a currency, folded. */
    readonly neverNames: string
    /** Words that join others in the names of currencies, folded. */
    readonly joining: string
    /** Common names in addition to the official ones, folded, with the currencies of each (ISO 4217). */
    readonly otherNames: Readonly<Record<string, string>>
    /** Words that specify a currency beside its name, folded. */
    readonly otherTellings: Readonly<Record<string, string>>
  }
}
