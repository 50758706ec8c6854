/** Words that Till proposes and a shop keeps: why cash moves without a sale, and the name of the counter's first page. */
export interface UsualWords {
  readonly bank: string
  readonly supplier: string
  readonly owner: string
  readonly change: string
  readonly giveChange: string
  readonly checkDrawer: string
  readonly bestSellers: string
}

/** What every part of Till knows of one of its languages. */
export interface Language {
  /** Its own name. */
  readonly name: string
  /** Whether it is a translation that no native speaker has checked yet. */
  readonly awaitsNativeReader: boolean
  /** The form for numbers and dates where no region is known (BCP 47). */
  readonly neutral: string
  /** Where most of its speakers who use Till may be (ISO alpha-2), the commonest first. */
  readonly countries: readonly string[]
  /** The upper rows of the touch keyboard. */
  readonly keys: { readonly letters: readonly string[]; readonly signs: readonly string[] }
  /** A moment ago, after a verb: Intl only says "now". */
  readonly justNow: string
  /** Names, for use with amounts, of the currencies (ISO 4217) that Chromium has no names for, or misspells. */
  readonly currencies: Readonly<Record<'CKD' | 'SLE', string>> & { readonly VES?: string }
  /** Whether Intl begins the names of currencies with a capital that they do not have within a sentence. */
  readonly capitalizesCurrencies?: true
  /** Countries (ISO alpha-2, with spaces between them) by the article that they take within a sentence. */
  readonly articles: Readonly<Record<string, string>>
  /** Words of its sentences that name nothing for sale. */
  readonly commonWords: string
  /** What people call the whole world. */
  readonly worldWords: readonly string[]
  readonly usualWords: UsualWords
  /** The number of a sample receipt. */
  readonly sampleNumber: string
}
