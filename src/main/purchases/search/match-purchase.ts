import type { PersonView } from '../../../shared/people/views.ts'
import { personStatus } from '../../../shared/purchases/state.ts'
import { withoutCommonWords } from '../../../shared/search/common-words.ts'
import { marksOf } from '../../../shared/search/currency-marks.ts'
import { fold } from '../../../shared/search/fold.ts'
import type { DeliveryDetails } from '../purchase-record.ts'
import type { Searched } from '../list-repository.ts'
import { recentDay } from './day-words.ts'
import { isDayOf, isMonth, isOfDay } from './date-words.ts'
import { wordsOfSale, wordsOfState, wordsOfType } from './purchase-words.ts'
import {
  isShownAs,
  isWholeOf,
  joinGroups,
  readAmount,
  readGigabytes,
  spokenAmounts,
  type TypedAmount,
} from './typed-amount.ts'
import { deliveredDigits, isPartOf, isPhone, typedPhones } from './typed-phone.ts'

/** What the search may know of a purchase: the manager's may know notes, hashes, costs in coins, and what people are called. */
export interface Reach {
  readonly isManager: boolean
  readonly people: readonly Pick<PersonView, 'name' | 'phones' | 'emails'>[]
  /** Whether a bare whole number may also be the person's money without its cents: it is in too much to search for it first. */
  readonly hasBareMoney?: boolean
}

/** The sealed texts of a purchase, each opened only if the search needs it. */
export interface SealedTexts {
  note(): string
  delivery(): DeliveryDetails | null
}

interface Word {
  readonly text: string
  readonly amount: TypedAmount | null
  /** The digits of a short number, which counts only as a whole: it is in too many others. */
  readonly whole: RegExp | null
  readonly gigabytes: number | null
  /** Whether a purchase is of the day that the word names (epoch milliseconds); null if it names none. */
  readonly isOfDayNamed: ((at: number) => boolean) | null
  /** The contacts of the people whose name has the word. */
  readonly contacts: ReadonlySet<string>
}

interface Search {
  readonly reach: Reach
  readonly namesMonth: boolean
  /** Folds a text of the ledger; many purchases have the same. */
  folded(text: string): string
}

/** Numbers of fewer digits are in too many phone numbers and hashes to search within them. */
const LEAST_WITHIN = 4

/**
 * Returns a function that tells whether a purchase has every word of `text`; days are named from `now` on (epoch milliseconds). A phone number
 * or an amount may be several words.
 */
export function matchPurchase(
  text: string,
  reach: Reach,
  now: number,
): (one: Searched, sealed: SealedTexts) => boolean {
  const words = wordsOf(text)
  const read = words.map((word) => readWord(word, reach, now))
  const phones = typedPhones(words)
  const spoken = spokenAmounts(words)
  const namesMonth = words.some(isMonth)
  const folded = foldingOnce()
  return (one, sealed) => {
    const delivered = openedOnce(sealed)
    const isReached = words.map((_, at) => at === 0)
    for (const [at, word] of read.entries()) {
      if (!isReached[at]) continue
      const fits =
        hasOpenly(one, word, { reach, namesMonth, folded }) ||
        (reach.isManager && fold(sealed.note()).includes(word.text)) ||
        goesTo(delivered(), word)
      if (fits) isReached[at + 1] = true
      for (const phone of phones[at] ?? [])
        if (!isReached[phone.end] && delivered().digits.some((digits) => isPhone(phone, digits)))
          isReached[phone.end] = true
      const said = spoken[at]
      if (said && isPaid(one, said, reach.isManager)) isReached[said.end] = true
    }
    return words.length === 0 || isReached[words.length] === true
  }
}

function foldingOnce(): Search['folded'] {
  const known = new Map<string, string>()
  return (text) => {
    const folded = known.get(text) ?? fold(text)
    known.set(text, folded)
    return folded
  }
}

/** Returns the folded words of a search, without those that only join others. */
function wordsOf(text: string): string[] {
  const typed = joinGroups(text.trim())
  return withoutCommonWords(typed.split(/\s+/).filter(Boolean))
    .map((word) => fold(word).replace(/[.,;:]+$/, ''))
    .filter(Boolean)
}

function readWord(text: string, { people }: Reach, now: number): Word {
  const isShort = /^\d+$/.test(text) && text.length < LEAST_WITHIN
  const named = people.filter(({ name }) => ` ${fold(name)}`.includes(` ${text}`))
  return {
    text,
    amount: readAmount(text),
    gigabytes: readGigabytes(text),
    isOfDayNamed: recentDay(text, now),
    whole: isShort ? new RegExp(`(?<!\\d)${text}(?!\\d)`) : null,
    contacts: new Set(named.flatMap(({ phones, emails }) => [...phones, ...emails].map(contactKey))),
  }
}

/** Returns whether what is not sealed has the word. */
function hasOpenly(one: Searched, word: Word, { reach, namesMonth, folded }: Search): boolean {
  const { isManager, hasBareMoney = false } = reach
  const { text, whole } = word
  const product = folded(one.text)
  if (whole ? whole.test(product) : product.includes(text)) return true
  return (
    isMeant(one, word, namesMonth) ||
    (one.clerk !== null && isSoldBy(folded(one.clerk), word)) ||
    isPaid(one, word, isManager) ||
    (isManager && isAbout(one, word, hasBareMoney)) ||
    one.transactionId === text ||
    (isManager && !whole && (one.hashes.includes(text) || one.transactionId.includes(text)))
  )
}

/** Returns whether the word begins a name of the purchase's state, type or month, or is its day, its date or its data. */
function isMeant(one: Searched, { text, gigabytes, isOfDayNamed }: Word, namesMonth: boolean): boolean {
  if (isOfDayNamed?.(one.createdAt) || (gigabytes !== null && gigabytes === one.gigabytes)) return true
  if (isOfDay(one.createdAt, text) || (namesMonth && isDayOf(one.createdAt, text))) return true
  if (text.length < 2) return false
  const begun = ` ${text}`
  return wordsOfType(one.productType).includes(begun) || wordsOfState(personStatus(one.state)).includes(begun)
}

const isSoldBy = (clerk: string, { text }: Word): boolean =>
  text.length >= 2 && `${wordsOfSale()} ${clerk}`.includes(` ${text}`)

/** Returns whether the word is the price, its currency, or for the manager what was paid in coins. */
function isPaid(one: Searched, { text, amount }: Pick<Word, 'text' | 'amount'>, isManager: boolean): boolean {
  const marks = marksOf(one.fiatCurrency)
  if (amount === null) return marks.has(text)
  const { mark, amounts } = amount
  if (mark !== '' && !marks.has(mark) && mark !== one.tokenSymbol) return false
  return amounts.some((typed) => isShownAs(typed, one.fiatAmount) || (isManager && isShownAs(typed, one.totalAmount)))
}

/**
 * Returns whether the word is about what it cost in the person's money; with the currency, without cents too: "mx$105" of 105.20, and
 * "105" too if a number `mayBeBare`.
 */
function isAbout({ inMoney }: Searched, { text, amount }: Word, mayBeBare: boolean): boolean {
  if (inMoney === null || amount === null) return false
  const { mark, amounts } = amount
  if (mark !== '' && !marksOf(inMoney.currency).has(mark)) return false
  const isWhole = (mark !== '' || mayBeBare) && !/[.,]\d{1,2}(?!\d)/.test(text)
  return amounts.some((typed) => isShownAs(typed, inMoney.amount) || (isWhole && isWholeOf(typed, inMoney.amount)))
}

interface Delivered {
  readonly text: string
  readonly digits: readonly string[]
  readonly contacts: readonly string[]
}

function openedOnce({ delivery }: SealedTexts): () => Delivered {
  let opened: Delivered | null = null
  return () => {
    opened ??= deliveredOf(delivery())
    return opened
  }
}

function deliveredOf(delivery: DeliveryDetails | null): Delivered {
  const texts = delivery === null ? [] : [delivery.reference, ...delivery.fields.map(({ value }) => value)]
  return {
    text: fold(texts.join(' ')),
    digits: texts.flatMap((text) => deliveredDigits(text) ?? []),
    contacts: texts.map(contactKey),
  }
}

/** Returns whether the recipient has the word, a short number at the end, or is somebody whose name has it. */
function goesTo({ text, digits, contacts }: Delivered, word: Word): boolean {
  const { whole } = word
  if (whole ? whole.test(text) : text.includes(word.text)) return true
  if (whole && word.text.length > 2 && digits.some((one) => isPartOf(word.text, one))) return true
  return word.contacts.size > 0 && contacts.some((one) => word.contacts.has(one))
}

const contactKey = (contact: string): string => deliveredDigits(contact) ?? fold(contact.trim())
