import { dollarCurrencies } from '../../../shared/currencies.ts'
import { fold } from '../../../shared/search/fold.ts'
import { locales } from '../../../shared/app/locales.ts'
import { catalogWords, wordsOfAll } from '../words/words-of-all.ts'

/** A word in currency names (ISO 4217): "peso" names some alone, "mexican" specifies which. */
export interface CurrencyWord {
  readonly codes: readonly string[]
  /** The currencies it names alone. */
  readonly named: readonly string[]
}

/** Currencies preferred over others of the same sign or name. */
export const majors: readonly string[] = ['USD', 'EUR', 'GBP']

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Codes that are also words, "top up" and "all": they count only in capitals. */
const shyCodes = ['TOP', 'ALL']

/** The currencies of each sign, the likeliest first. */
const signs: ReadonlyMap<string, readonly string[]> = new Map(
  [
    `$ ${dollarCurrencies.join(' ')}`,
    'US$ USD',
    'CA$ CAD',
    'C$ CAD NIO',
    'A$ AUD',
    'AU$ AUD',
    'NZ$ NZD',
    'HK$ HKD',
    'S$ SGD',
    'NT$ TWD',
    'MX$ MXN',
    'RD$ DOP',
    'AR$ ARS',
    'COL$ COP',
    'R$ BRL',
    'T$ TOP',
    'EC$ XCD',
    'S/ PEN',
    '€ EUR',
    'E£ EGP',
    'L£ LBP',
    '£ GBP EGP FKP GIP LBP SHP SSP SYP',
    '¥ JPY CNY',
    'CN¥ CNY',
    '₹ INR',
    '₩ KRW KPW',
    '₽ RUB',
    '₺ TRY',
    '₴ UAH',
    '₦ NGN',
    '₱ PHP',
    '₡ CRC',
    '₲ PYG',
    '₪ ILS',
    '₫ VND',
    '฿ THB',
    '₵ GHS',
    'GH₵ GHS',
    '₸ KZT',
    '₾ GEL',
    '₼ AZN',
    '֏ AMD',
    '৳ BDT',
    '₭ LAK',
    '₮ MNT',
    '៛ KHR',
    '؋ AFN',
    '⃀ KGS',
  ].map((line) => {
    const [sign = '', ...currencies] = line.split(' ')
    return [sign, currencies] as const
  }),
)

/** Common names of currencies in every language, in addition to their official ones. */
const otherNames: Readonly<Record<string, string>> = {
  reais: 'BRL',
  rmb: 'CNY',
  lei: 'RON MDL',
  fcfa: 'XAF XOF',
  kr: 'SEK NOK DKK ISK',
  zł: 'PLN',
  zl: 'PLN',
  kc: 'CZK',
  ft: 'HUF',
  bs: 'BOB VES',
  rp: 'IDR',
  rm: 'MYR',
  rs: 'INR PKR LKR NPR MUR',
}

const joining = new Set(wordsOfAll(({ currencies }) => currencies.joining))

/** Returns whether a folded word joins others in the names of currencies. */
export const isJoining = (word: string): boolean => joining.has(word)

type Words = Map<string, { readonly codes: Set<string>; readonly named: Set<string> }>

/** Every word of the currencies' names in Till's languages, folded; created on first use. */
let words: Words | null = null

function allWords(): Words {
  if (words !== null) return words
  const made: Words = new Map()
  const note = (word: string, code: string, isName: boolean): void => {
    const known = made.get(word) ?? { codes: new Set(), named: new Set() }
    known.codes.add(code)
    if (isName) known.named.add(code)
    made.set(word, known)
  }
  const noteAll = (lists: Readonly<Record<string, string>>, isName: boolean): void => {
    for (const [word, list] of Object.entries(lists)) for (const code of list.split(' ')) note(word, code, isName)
  }
  for (const locale of locales) {
    const { nameFirst, neverNames, ...others } = catalogWords[locale].currencies
    const never = neverNames.split(' ')
    const names = new Intl.DisplayNames([locale], { type: 'currency', fallback: 'none' })
    for (const code of codes) {
      const parts = fold(names.of(code) ?? '').match(/\p{L}+/gu) ?? []
      const name = nameFirst ? parts.find((part) => !never.includes(part)) : parts.at(-1)
      for (const part of parts) if (!isJoining(part)) note(part, code, part === name)
    }
    noteAll(others.otherNames, true)
    noteAll(others.otherTellings, false)
  }
  noteAll(otherNames, true)
  words = made
  return made
}

/** Returns the currencies of a sign ("$", "R$"), the likeliest first; null for other text. */
export const signedCurrencies = (sign: string): readonly string[] | null => signs.get(sign.toUpperCase()) ?? null

/** Returns the currency code for a word in any case; null for another word. */
export function currencyCode(word: string): string | null {
  const code = word.toUpperCase()
  return codes.has(code) && (word === code || !shyCodes.includes(code)) ? code : null
}

/** Returns a folded word of currency names, singular or plural ("peso", "dolares"); null for another word. */
export function currencyWord(word: string): CurrencyWord | null {
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, '')]
  const found = forms.map((form) => allWords().get(form)).find((known) => known !== undefined)
  return found === undefined ? null : { codes: [...found.codes], named: [...found.named] }
}

/** Returns the currencies with a name that begins with the folded letters. */
export function begunCurrencies(begin: string): readonly string[] {
  const found = [...allWords()].flatMap(([word, { named }]) => (word.startsWith(begin) ? [...named] : []))
  return [...new Set(found)]
}
