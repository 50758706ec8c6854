import { languages, localeOf } from '../../../shared/app/locales.ts'
import type { DayPart } from './read-day.ts'
import { timeOfDay, type TimeOfDay } from '../../../shared/app/time-of-day.ts'
import { type Decimal, isDecimal, showDecimal } from '../../../shared/money.ts'
import { readSold } from '../../../shared/sales/sold-product.ts'

const minute = 60_000
const hourMs = 60 * minute
const day = 24 * hourMs
const durations = [
  [day, 'day'],
  [hourMs, 'hour'],
  [minute, 'minute'],
] as const

/** A time for a sentence: the kind of day, the day's own name, and the time of day. */
export interface Moment {
  readonly day: 'today' | 'yesterday' | 'weekday' | 'date'
  readonly name: string
  readonly time: string
}

interface NamedProduct {
  readonly brandName: string
  readonly price: { readonly fiatCurrency: string; readonly fiatValue: Decimal }
}

interface NamedPurchase {
  readonly brandName: string
  readonly fiatCurrency: string
  readonly fiatAmount: Decimal
}

/** Intl takes exact decimal strings; TypeScript needs a matching type. */
function exact(amount: Decimal): Intl.StringNumericLiteral {
  return amount as Intl.StringNumericLiteral
}

/** Joins an amount and its coin by a space at which no line breaks, as Intl does for currencies. */
const inCoin = (amount: string, symbol: string): string => `${amount}\u00a0${symbol}`

/** Formats are slow to create, so each is created on first use. */
function onceUsed<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/**
 * Creates the formats of a locale: amounts, times, country names. `locale` is a BCP 47 tag; `timeZone` defaults to the
 * system's; the hours of the day are those of `country` (ISO alpha-2), if it is known.
 */
export function createFormats(locale: string, timeZone?: string, country: string | null = null) {
  const zone = timeZone === undefined ? {} : { timeZone }
  const hours = onceUsed(() => timeOfDay(locale, country))
  const cycle = (): Pick<TimeOfDay, 'hourCycle'> => ({ hourCycle: hours().hourCycle })
  const relative = onceUsed(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const clock = onceUsed(() => new Intl.DateTimeFormat(locale, { ...hours(), ...zone }))
  const dayMonthClock = onceUsed(
    () =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        ...hours(),
        ...zone,
      }),
  )
  const dated = onceUsed(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...cycle(), ...zone }),
  )
  const dateOnly = onceUsed(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone }))
  const digits = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  const typedDay = onceUsed(() => new Intl.DateTimeFormat(locale, digits))
  const weekdayName = onceUsed(() => new Intl.DateTimeFormat(locale, { weekday: 'long', ...zone }))
  const dayMonth = onceUsed(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', ...zone }))
  const full = onceUsed(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', ...cycle(), ...zone }),
  )
  const weekday = onceUsed(
    () => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', ...zone }),
  )
  const weekdayYear = onceUsed(() => new Intl.DateTimeFormat(locale, { dateStyle: 'full', ...zone }))
  const hour = onceUsed(() => new Intl.DateTimeFormat(locale, { hour: 'numeric', ...cycle(), ...zone }))
  const clockInZone = onceUsed(
    () =>
      new Intl.DateTimeFormat(locale, {
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        ...cycle(),
        ...zone,
      }),
  )
  const weekdayShort = onceUsed(
    () => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', ...zone }),
  )
  const monthYear = onceUsed(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', ...zone }))
  const dayKey = onceUsed(
    () => new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', ...zone }),
  )
  const plain = onceUsed(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }))
  const compact = onceUsed(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 0 }))
  const own = localeOf(locale)
  const language = own && languages[own]
  // Chromium has no names for some, one not in ISO 4217 and one too recent, or misspells them.
  const ownNames: Readonly<Record<string, string>> = language?.currencies ?? {}
  const articles = Object.entries<string>(language?.articles ?? {})
  const regions = onceUsed(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }))

  const shelves = new Map<string, Intl.NumberFormat>()
  /** Returns the format of shelf prices in a currency; throws a RangeError if Intl does not accept it. */
  function shelf(currency: string): Intl.NumberFormat {
    const style = { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const
    const known = shelves.get(currency) ?? new Intl.NumberFormat(locale, style)
    shelves.set(currency, known)
    return known
  }

  function upperFirst(words: string): string {
    return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)
  }

  function lowerFirst(words: string): string {
    return words.charAt(0).toLocaleLowerCase(locale) + words.slice(1)
  }

  function amount(value: Decimal, least: number, most: number, rounding: 'up' | 'down'): string {
    const shown = showDecimal(value, least, most, rounding)
    return new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: 20 }).format(
      exact(shown),
    )
  }

  /** The decimals of a coin amount that are shown. */
  const MOST = 6
  const coinAmount = (value: Decimal | null, rounding: 'up' | 'down', most: number): string =>
    value === null || !isDecimal(value) ? '…' : amount(value, 2, most, rounding)

  return {
    locale,
    /** The sign between units and decimals, as fields and number pads show it. */
    decimalSign: (plain().format(0.5).includes(',') ? ',' : '.') as ',' | '.',
    /** Returns a coin amount with its symbol, "10.42 USDC"; costs are rounded up, balances down. */
    coin: (value: Decimal | null, symbol: string, rounding: 'up' | 'down' = 'up', most = MOST): string =>
      inCoin(coinAmount(value, rounding, most), symbol),
    /** Returns costs in one coin with as many decimals as the one that has the most, for lines below each other. */
    coins<Names extends string>(values: Readonly<Record<Names, Decimal>>, symbol: string): Record<Names, string> {
      const entries = Object.entries<Decimal>(values)
      const decimals = Math.max(
        ...entries.map(([, value]) => showDecimal(value, 2, MOST, 'up').split('.')[1]?.length ?? 0),
      )
      const shown = entries.map(([name, value]) => [name, inCoin(amount(value, decimals, MOST, 'up'), symbol)])
      return Object.fromEntries(shown) as Record<Names, string>
    },
    /** Returns a coin amount for a place that has its symbol already. */
    amount: (value: Decimal | null, rounding: 'up' | 'down' = 'up', most = MOST): string =>
      coinAmount(value, rounding, most),
    /** Returns a fiat amount with its currency; a currency that Intl does not accept is shown as its code. */
    fiat(currency: string, value: Decimal | null): string {
      if (value === null || !isDecimal(value)) return `… ${currency}`
      try {
        return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(exact(value))
      } catch {
        return `${amount(value, 2, 2, 'up')} ${currency}`
      }
    },
    /** Returns the decimals of a currency; 2 for one that Intl does not accept. */
    decimalsOf(currency: string): number {
      try {
        return shelf(currency).resolvedOptions().maximumFractionDigits ?? 2
      } catch {
        return 2
      }
    },
    /** Returns whether amounts that stand beside each other are all shown with cents: one of them has some. */
    haveCents: (...values: readonly (Decimal | null)[]): boolean =>
      values.some((value) => value !== null && /\.\d*[1-9]/.test(value)),
    /** Returns a shelf price: a fiat amount without empty cents, unless it stands beside others with `cents`. */
    price(currency: string, value: Decimal, cents = false): string {
      if (cents) return this.fiat(currency, value)
      try {
        return shelf(currency).format(exact(value))
      } catch {
        return this.fiat(currency, value)
      }
    },
    /** Returns the parts of a shelf price: the figure, and the currency's sign before or after it, perhaps apart from it by a space. */
    priceParts(
      currency: string,
      value: Decimal,
      cents = false,
    ): { before: string; figure: string; after: string; apart: boolean } {
      try {
        const format = cents ? new Intl.NumberFormat(locale, { style: 'currency', currency }) : shelf(currency)
        const all = format.formatToParts(exact(value))
        const at = all.findIndex(({ type }) => type === 'currency')
        const text = (parts: typeof all): string =>
          parts
            .map((part) => part.value)
            .join('')
            .trim()
        const sign = text(all.slice(at, at + 1))
        const apart = all.some(({ type, value: between }) => type === 'literal' && between.trim() === '')
        return at === 0
          ? { before: sign, figure: text(all.slice(1)), after: '', apart }
          : { before: '', figure: text(all.slice(0, at)), after: sign, apart }
      } catch {
        return { before: '', figure: this.price(currency, value, cents), after: '', apart: false }
      }
    },
    /** Returns a sale's product name, with its amount as a shelf price: "Lumo MX$200". */
    sold(name: string): string {
      const sold = readSold(name)
      return sold ? `${sold.brand} ${this.price(sold.currency, sold.amount)}` : name
    },
    /** Returns a product's name: its brand and its shelf price, "Lumo MX$200". */
    product({ brandName, price }: NamedProduct): string {
      return `${brandName} ${this.price(price.fiatCurrency, price.fiatValue)}`
    },
    /** Returns the name of a purchase's product: "Lumo MX$200". */
    purchased({ brandName, fiatCurrency, fiatAmount }: NamedPurchase): string {
      return `${brandName} ${this.price(fiatCurrency, fiatAmount)}`
    },
    /** Returns a price range, "€10 – €25", without empty cents. */
    prices(currency: string, from: number, to: number): string {
      try {
        return shelf(currency).formatRange(from, to)
      } catch {
        return `${new Intl.NumberFormat(locale).formatRange(from, to)} ${currency}`
      }
    },
    /** Returns a currency's name for use with amounts: "US dollars"; its code if it has no name. */
    currencyName(currency: string): string {
      const own = ownNames[currency]
      if (own !== undefined) return own
      try {
        const named = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'name' })
        const name = named.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency
        if (name === currency) return currency
        return language?.capitalizesCurrencies ? lowerFirst(name) : name
      } catch {
        return currency
      }
    },
    /** Returns the sign of a currency's prices: "MX$"; null if it is only its code. */
    currencySign(currency: string): string | null {
      const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(1)
      const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
      return sign === currency ? null : sign
    },
    /** Returns a currency as a heading: "Euros (EUR)". */
    currencyHeading(currency: string): string {
      return `${upperFirst(this.currencyName(currency))} (${currency})`
    },
    /** Returns a plain number: a count, gigabytes, minutes. */
    number(value: Decimal | number): string {
      if (typeof value === 'string' && !isDecimal(value)) return value
      const shown = typeof value === 'string' ? exact(value) : value
      return plain().format(shown)
    },
    /** Returns a count for a small place: "12K" from ten thousand on. */
    roughly: (count: number): string => (count < 10_000 ? plain : compact)().format(count),
    /** Returns "5 minutes ago" or "in 2 hours" within a day, else day and time. Both arguments are epoch milliseconds. */
    when(at: number, now: number): string {
      const away = at - now
      const size = Math.abs(away)
      if (size < 45_000) return (away <= 0 && language?.justNow) || relative().format(0, 'second')
      const [minutes, hours] = [Math.round(away / minute), Math.round(away / hourMs)]
      if (Math.abs(minutes) < 60) return relative().format(minutes, 'minute')
      if (Math.abs(hours) < 24) return relative().format(hours, 'hour')
      return dayMonthClock().format(at)
    },
    /** Returns when a day is, by how many days it is away: "today", "tomorrow", "in 5 days". */
    inDays: (days: number): string => relative().format(days, 'day'),
    /** Returns a rough length of time for a sentence with "about": "40 seconds", "2 minutes", "3 hours". */
    duration(seconds: number): string {
      const inUnit = (count: number, unit: 'second' | 'minute' | 'hour'): string =>
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.max(1, count))
      if (seconds < 58) return inUnit(Math.max(5, Math.round(seconds / 5) * 5), 'second')
      if (seconds < 5400) return inUnit(Math.round(seconds / 60), 'minute')
      return inUnit(Math.round(seconds / 3600), 'hour')
    },
    /** Returns a duration in its largest unit, rounded down: "6 sec", "3 min", "2 hr". */
    lasting(ms: number): string {
      const [size, unit] = durations.find(([least]) => ms >= least) ?? ([1000, 'second'] as const)
      const count = Math.max(0, Math.floor(ms / size))
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
    },
    /** Returns the time of day, "14:32", with the day if it is not today. */
    clock(at: number, now: number): string {
      return dayKey().format(at) === dayKey().format(now) ? clock().format(at) : dayMonthClock().format(at)
    },
    /** Returns a past time for a sentence with "since" or "as of"; within a week the weekday names the day. */
    moment(at: number, now: number): Moment {
      const time = clock().format(at)
      if (dayKey().format(at) === dayKey().format(now)) return { day: 'today', name: '', time }
      if (dayKey().format(at) === dayKey().format(now - day)) return { day: 'yesterday', name: '', time }
      const isNear = at < now && now - at < 6 * day
      return isNear
        ? { day: 'weekday', name: weekdayName().format(at), time }
        : { day: 'date', name: dayMonth().format(at), time }
    },
    /** Returns date and time to the second with the zone, for tooltips and receipts. */
    exactly: (at: number): string => full().format(at),
    /** Returns day, year and times, for a record: "Nov 22, 2026, 8:05 AM", "Nov 22, 2026, 8:05 AM – 9:40 PM". */
    dated: (from: number, to: number = from): string => dated().formatRange(from, to),
    /** Returns a day with its year: "Nov 22, 2026". */
    date: (at: number): string => dateOnly().format(at),
    /** Returns a day (ISO 8601) as a person types it: "11/22/2026". */
    typedDay: (day: string): string => typedDay().format(new Date(`${day}T00:00:00Z`)),
    /** Returns the order in which a person types the parts of a day. */
    dayOrder: (): DayPart[] =>
      typedDay()
        .formatToParts(0)
        .map(({ type }) => type)
        .filter((type) => type === 'day' || type === 'month' || type === 'year'),
    /** Returns an hour for a small place: "9 AM", "21". */
    hour: (at: number): string => hour().format(at),
    /** Returns the time of day with its zone, since a clock change repeats an hour. */
    clockInZone: (at: number): string => clockInZone().format(at),
    /** Returns a day in a list of its month: "Sun, Nov 22". */
    dayOfMonth: (at: number): string => upperFirst(weekdayShort().format(at)),
    /** Returns a whole day or month as a heading: "Sunday, November 22, 2026", "November 2026". */
    periodHeading(at: number, isMonth: boolean): string {
      return upperFirst((isMonth ? monthYear() : weekdayYear()).format(at))
    },
    /** Returns the heading of a day: "Today", "Yesterday", else the date. */
    dayHeading(at: number, now: number): string {
      const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
      const days = [0, 1].find((ago) => dayKey().format(at) === dayKey().format(now - ago * day))
      const words =
        days === undefined ? (isThisYear ? weekday : weekdayYear)().format(at) : relative().format(-days, 'day')
      return upperFirst(words)
    },
    /** Returns a key that is equal for two times on the same day. */
    dayKey: (at: number): string => dayKey().format(at),
    /** Returns the name of a country (ISO alpha-2), or `fallback` if it has none. */
    country(iso2: string, fallback: string = iso2): string {
      try {
        return regions().of(iso2.toUpperCase()) ?? fallback
      } catch {
        return fallback
      }
    },
    /** Returns the name of a country for use within a sentence: "the Philippines". */
    countryWithin(iso2: string, fallback: string = iso2): string {
      const [article = ''] = articles.find(([, countries]) => countries.split(' ').includes(iso2.toUpperCase())) ?? []
      return `${article}${this.country(iso2, fallback)}`
    },
    /** "a, b and c". */
    list: (items: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items),
    /** "a, b or c". */
    either: (items: readonly string[]): string => new Intl.ListFormat(locale, { type: 'disjunction' }).format(items),
  }
}

export type Formats = ReturnType<typeof createFormats>
