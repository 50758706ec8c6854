import { z } from 'zod'
import type { BrowseInput } from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { dataRanges, validityRanges, type Range } from '../amounts.ts'
import { isDollarName } from '../../../shared/networks/coin-names.ts'
import { majors } from './currency-words.ts'
import { withoutCommonWords } from '../../../shared/search/common-words.ts'
import { splitKinds, type CommonType } from './kind-words.ts'
import { after } from './known-words-repository.ts'
import { readRate } from './rates-repository.ts'
import { leaveOutUnknown, searchedFor, type CorrectedWord } from './searched-word-repository.ts'
import type { Typed, TypedAmount } from './read-typed.ts'
import { isTopUpWord, type AmountUnit } from './unit-words.ts'
import { anywhere } from '../shelf.ts'
import { wordQueries, type WordQueries } from './word-queries.ts'

const found = z.int().optional()

/** Conditions on `shelves s` and `variants v`, with their bound values. */
export interface SearchQuery {
  readonly words: WordQueries | null
  /** The text to highlight: the words as found or corrected, and the numbers with their units. */
  readonly marks: readonly string[]
  /** Words that are not in the catalog, each with its corrections. */
  readonly corrected: readonly CorrectedWord[]
  /** The typed amount with the words beside it, if it is the only one and may be money; else null. */
  readonly money: (TypedAmount & { readonly beside: string }) | null
  /** The typed words that may be a name, without an amount, kinds of products and joining words; null if nothing else was typed. */
  readonly beside: string | null
  /** The product types that the typed words name. */
  readonly types: readonly CommonType[]
  /** Whether a word has no similar one in the catalog: nothing can match. */
  readonly matchesNothing: boolean
  readonly shelf: readonly string[]
  /** The conditions of `shelf` that no typed currency made. */
  readonly chosen: readonly string[]
  readonly variant: readonly string[]
  /** An SQL expression for a variant's distance from the typed amounts, lower is better; null if none was typed. */
  readonly distance: string | null
  /** Indexed conditions, of which every match meets one, the most selective first; empty if only words select. */
  readonly finders: readonly string[]
  /** The conditions of `variant` that the finders do not cover. */
  readonly unfound: readonly string[]
  readonly values: Readonly<Record<string, string | number>>
  /** The search in the reader's own money, which finds nothing, if this one is in another currency of the typed sign; else null. */
  readonly own: SearchQuery | null
}

/** Converts what the user typed and chose to catalog conditions, with typing errors corrected. */
export function toSearchQuery(db: ReadableDb, input: BrowseInput, typed: Typed): SearchQuery {
  if (typed.sku !== null && hasSku(db, typed.sku)) return skuQuestion(db, input, typed.sku)
  const words = leaveOutUnknown(
    db,
    withoutCommonWords(typed.words).map((word) => searchedFor(db, word)),
  )
  const meant = words.filter(({ corrected }) => corrected?.meant.length !== 0).map((word) => word.searched)
  const asked = wordQueries(meant)
  const { shelf, variant, values } = filters(db, input)
  const isTopUp = typed.words.some(isTopUpWord)
  const amounts = typed.amounts.map((amount, index) => amountCondition(amount, index, isTopUp))
  const currencies = [
    ...typed.currencies,
    ...typed.amounts.flatMap(({ currencies }) => (currencies && !isInCoins(currencies) ? [currencies] : [])),
  ]
  const { naming, types } = splitKinds(typed.words)
  const [amount, ...others] = typed.amounts
  const isMoney = amount?.unit === null && others.length === 0 && !typed.unlimited && typed.currencies.length === 0
  const typedOnes = [...amounts.map(({ where }) => where), ...(typed.unlimited ? ['v.unlimited = 1'] : [])]
  return {
    words: asked,
    marks: [
      ...words.flatMap(({ searched, corrected }) => corrected?.meant ?? searched),
      ...typed.amounts.flatMap(marksOf),
    ],
    corrected: words.flatMap(({ corrected }) => corrected ?? []),
    money: isMoney ? { ...amount, beside: typed.words.join(' ') } : null,
    beside: (isMoney || naming.length < typed.words.length) && naming.length > 0 ? naming.join(' ') : null,
    types,
    matchesNothing: meant.some((alternatives) => alternatives.length === 0) || isSilent(input.text, typed),
    shelf: [...shelf, ...currencies.map((_, index) => pricedIn(index))],
    chosen: shelf,
    variant: [...variant, ...typedOnes],
    finders: amounts[0]?.finders ?? typedOnes.slice(0, 1),
    unfound: [...variant, ...typedOnes.slice(1)],
    distance: amounts.flatMap(({ distance }) => distance ?? []).join(' + ') || null,
    values: {
      ...values,
      ...Object.fromEntries(currencies.map((codes, index) => [`currencies${index}`, JSON.stringify(codes)])),
      ...(Object.assign({}, ...amounts.map(({ values: bound }) => bound)) as SearchQuery['values']),
    },
    own: null,
  }
}

/** Returns whether text was typed, but no word or number. */
function isSilent(text: string, { words, amounts, currencies, unlimited }: Typed): boolean {
  return text.trim() !== '' && words.length === 0 && amounts.length === 0 && currencies.length === 0 && !unlimited
}

/** The `+` keeps SQLite from starting with the currency: amounts are more selective, and must be searched first. */
const pricedIn = (index: number): string => `+s.fiat_currency IN (SELECT value FROM json_each(:currencies${index}))`

function hasSku(db: ReadableDb, typed: string): boolean {
  return skuForms(typed).some(
    (sku) =>
      found.parse(
        db.prepare('SELECT id FROM variants WHERE sku >= ? AND sku < ? LIMIT 1').pluck().get(sku, after(sku)),
      ) !== undefined,
  )
}

const skuForms = (typed: string): string[] => [...new Set([typed, typed.toUpperCase(), typed.toLowerCase()])]

function skuQuestion(db: ReadableDb, input: BrowseInput, typed: string): SearchQuery {
  const { shelf, variant, values } = filters(db, input)
  const forms = skuForms(typed)
  const bound = forms.flatMap((sku, index) => [[`sku${index}`, sku] as const, [`after${index}`, after(sku)] as const])
  const begins = forms.map((_, index) => `v.sku >= :sku${index} AND v.sku < :after${index}`).join(' OR ')
  return {
    words: null,
    marks: [],
    corrected: [],
    money: null,
    beside: null,
    types: [],
    matchesNothing: false,
    shelf,
    chosen: shelf,
    variant: [...variant, `(${begins})`],
    distance: null,
    finders: [],
    unfound: [],
    values: { ...values, ...Object.fromEntries(bound) },
    own: null,
  }
}

function filters(db: ReadableDb, input: BrowseInput): Pick<SearchQuery, 'shelf' | 'variant' | 'values'> {
  const { country, type, category, subType, price, data, validity, unlimited } = input
  const tag = (kind: string, condition: string): string =>
    `s.id IN (SELECT shelf_id FROM shelf_tags WHERE kind = '${kind}' AND ${condition})`
  const shelf: [string, string | null][] = [
    [tag('country', `value IN (:country, '${anywhere}')`), country],
    ['s.product_type = :type', type],
    [tag('category', 'value = :category'), category],
    [tag('subType', 'value = :subType'), subType],
  ]
  const named = { country: country?.toUpperCase() ?? null, type, category, subType }
  const bound = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== null)
  const money = price && priceCondition(db, price)
  const variant = [
    money?.where ?? null,
    data && within('v.data_gb', dataRanges[data]),
    validity && within('v.days', validityRanges[validity]),
    unlimited ? 'v.unlimited = 1' : null,
  ]
  return {
    shelf: shelf.filter(([, value]) => value !== null).map(([condition]) => condition),
    variant: variant.filter((condition) => condition !== null),
    values: { ...Object.fromEntries(bound), ...money?.values },
  }
}

const within = (column: string, [from, below]: Range): string =>
  below === Infinity ? `${column} >= ${from}` : `${column} >= ${from} AND ${column} < ${below}`

/** Compares prices in other currencies by their cost in coins. */
function priceCondition(
  db: ReadableDb,
  { currency, from, to }: NonNullable<BrowseInput['price']>,
): { where: string; values: SearchQuery['values'] } {
  const perCoin = readRate(db, currency)
  if (perCoin === null) return { where: 'false', values: {} }
  const amount = `CASE s.fiat_currency WHEN :currency THEN v.fiat_amount ELSE v.coin_value * :perCoin END`
  return {
    where: `${amount} > :from AND ${amount} <= :to`,
    values: { currency, perCoin, from: from ?? -1, to: to ?? Number.MAX_SAFE_INTEGER },
  }
}

/**
 * Returns the condition for an amount. An amount of money also matches as a prefix, so that "1" finds 10 and 150, unless it is
 * complete. Beside a word for top-ups a bare number is money, and never the size of a plan.
 */
function amountCondition(amount: TypedAmount, index: number, isTopUp: boolean) {
  const { value, decimals, unit, currencies, isComplete } = amount
  const [least, most, begun, whole] = [`:least${index}`, `:most${index}`, `:begun${index}`, `:whole${index}`]
  const bind = (from: number, to: number, more: SearchQuery['values'] = {}): SearchQuery['values'] => ({
    [`least${index}`]: from,
    [`most${index}`]: to,
    ...more,
  })
  if (unit !== null) {
    const column = { gigabytes: 'v.data_gb', days: 'v.days', minutes: 'v.minutes' }[unit]
    const slack = slackOf(value, unit) + rounding
    const where = `${column} >= ${least} AND ${column} <= ${most}`
    return { where, distance: null, finders: [where], values: bind(value - slack, value + slack) }
  }
  if (currencies !== null && isInCoins(currencies)) {
    const where = `v.coin_value >= ${least} AND v.coin_value <= ${most}`
    const distance = `abs(v.coin_value - ${whole})`
    const values = bind(value * (1 - coinSlack), value * (1 + coinSlack), { [`whole${index}`]: value })
    return { where, distance, finders: [where], values }
  }
  const price = `v.fiat_amount = ${least}`
  const ranges = (decimals === 0 && !isComplete ? [1, 10, 100, 1000, 10_000, 100_000] : [1]).map(
    (scale) => `v.fiat_amount >= ${least} * ${scale} AND v.fiat_amount < ${most} * ${scale}`,
  )
  if (currencies !== null) {
    const major = majors.find((code) => currencies.includes(code))
    const first = `${price} AND +s.fiat_currency = :major${index}`
    return {
      where: `(${[price, ...ranges].join(' OR ')})`,
      distance: `CASE WHEN ${first} THEN 0 WHEN ${price} THEN 1 ELSE 2 END`,
      finders: [first, price, ...ranges],
      values: bind(value, value + 10 ** -decimals, { [`major${index}`]: major ?? '' }),
    }
  }
  const named = (words: string): string =>
    `v.shelf_id IN (SELECT rowid FROM shelf_words WHERE shelf_words MATCH ${words})`
  const column = isTopUp ? '{brand} : ' : ''
  const counted = isTopUp ? [] : [`v.data_gb = ${least}`, `v.days = ${least}`]
  const finders = [price, named(begun), ...counted, ...ranges]
  const nearly = [...counted, named(whole)].join(' OR ')
  return {
    where: `(${finders.join(' OR ')})`,
    distance: `CASE WHEN ${price} THEN 0 WHEN ${nearly} THEN 1 ELSE 2 END`,
    finders,
    values: bind(value, value + 10 ** -decimals, {
      [`begun${index}`]: `${column}"${value}"${isComplete ? '' : '*'}`,
      [`whole${index}`]: `${column}"${value}"`,
    }),
  }
}

const rounding = 1e-6

/** What costs about so many coins: the price of the payment differs from the catalog's. */
const coinSlack = 0.1

/** Returns whether an amount is one of dollar coins, not of a currency. */
const isInCoins = ([first = '']: readonly string[]): boolean => isDollarName(first)

/** A month has 28 to 31 days. */
const slackOf = (value: number, unit: AmountUnit): number => (unit === 'days' && value >= 28 ? 2 : 0)

/** The unit words after a number on screen, in all of Till's languages. */
const shownUnits: Readonly<Record<AmountUnit, readonly string[]>> = {
  gigabytes: ['gb'],
  days: ['days', 'day', 'dias', 'dia'],
  minutes: ['min'],
}

/** Returns what to highlight for an amount: the number alone, and before its units. */
function marksOf({ value, unit, currencies }: TypedAmount): string[] {
  const numbers = (one: number): string[] => {
    const digits = String(Number(one.toFixed(6)))
    return [...new Set([digits, digits.replace('.', ',')])]
  }
  const counted = (one: AmountUnit): string[] => {
    const slack = slackOf(value, one)
    const values = Array.from({ length: 2 * slack + 1 }, (_, index) => value - slack + index)
    return values.flatMap(numbers).flatMap((digits) => shownUnits[one].map((word) => `${digits} ${word}`))
  }
  if (unit !== null) return counted(unit)
  if (currencies !== null) return isInCoins(currencies) ? [] : numbers(value)
  return [...numbers(value), ...counted('gigabytes'), ...shownUnits.days.flatMap((word) => `${value} ${word}`)]
}
