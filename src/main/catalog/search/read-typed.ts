/** A number that was typed, and what it counts. */
export interface TypedAmount {
  readonly value: number
  /** Digits typed after the point. */
  readonly decimals: number
  readonly unit: AmountUnit | null
}

export type AmountUnit = 'gigabytes' | 'days' | 'minutes'

/** What a person typed, taken apart. */
export interface Typed {
  readonly words: readonly string[]
  readonly amounts: readonly TypedAmount[]
  /** Data or calls without a limit. */
  readonly unlimited: boolean
  /** What may be a SKU's beginning; null where it does not look like one. */
  readonly sku: string | null
}

const MAX_WORDS = 12
const MAX_LETTERS = 60

/** Without accents and in small letters, as the search index holds its words. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const units: readonly (readonly [words: string, unit: AmountUnit, times: number])[] = [
  ['gb gib gig gigs giga gigas gigabyte gigabytes', 'gigabytes', 1],
  ['mb megas mega megabyte megabytes', 'gigabytes', 0.001],
  ['day days dia dias', 'days', 1],
  ['week weeks semana semanas', 'days', 7],
  ['month months mes meses', 'days', 30],
  ['year years ano anos', 'days', 365],
  ['min mins minute minutes minuto minutos', 'minutes', 1],
]
/** Letters that are a unit only right behind their number. */
const shortUnits: ReadonlyMap<string, string> = new Map([
  ['g', 'gb'],
  ['d', 'day'],
  ['m', 'min'],
])

const currencies: ReadonlyMap<string, string> = new Map([
  ...['€', 'euro', 'euros'].map((word) => [word, 'EUR'] as const),
  ...['dollar', 'dollars', 'dolar', 'dolares'].map((word) => [word, 'USD'] as const),
  ['£', 'GBP'],
])

const noLimit = ['unlimited', 'ilimitado', 'ilimitados', 'ilimitada', 'ilimitadas']

const unitOf = (word: string) => units.find(([words]) => words.split(' ').includes(word))

/** Takes apart what a person typed: "claro 10", "steam 50 eur", "5gb spain", a SKU. */
export function readTyped(text: string): Typed {
  const words: string[] = []
  const amounts: TypedAmount[] = []
  let unlimited = false
  const tokens = text
    .normalize('NFC')
    .matchAll(
      /(?<![\p{L}\p{N}])(?<number>\d{1,9}(?:[.,]\d{1,6})?)(?<behind>[\p{L}\p{M}]*)(?![\p{N}])|[\p{L}\p{N}\p{M}]+|[€£]/gu,
    )
  let waiting: { digits: string } | null = null

  const note = (digits: string, unit: AmountUnit | null, times: number): void => {
    const number = digits.replace(',', '.')
    amounts.push({ value: Number(number) * times, decimals: number.split('.')[1]?.length ?? 0, unit })
  }
  const settle = (): void => {
    if (waiting) note(waiting.digits, null, 1)
    waiting = null
  }

  for (const { 0: token, groups } of tokens) {
    const folded = fold(token)
    const { number, behind = '' } = groups ?? {}
    const unit = number === undefined ? unitOf(folded) : unitOf(shortUnits.get(fold(behind)) ?? fold(behind))
    if (number !== undefined && behind === '') {
      settle()
      waiting = { digits: number }
    } else if (number !== undefined && unit) {
      settle()
      note(number, unit[1], unit[2])
    } else if (waiting && unit) {
      note((waiting as { digits: string }).digits, unit[1], unit[2])
      waiting = null
    } else {
      settle()
      if (noLimit.includes(folded)) unlimited = true
      else words.push((currencies.get(folded) ?? token).slice(0, MAX_LETTERS))
    }
  }
  settle()
  const trimmed = text.trim()
  const isSku =
    /^[\p{L}\p{N}][\p{L}\p{N}._-]{4,299}$/u.test(trimmed) && /[\d_-]/.test(trimmed) && /\p{L}/u.test(trimmed)
  return { words: words.slice(0, MAX_WORDS), amounts: amounts.slice(0, 4), unlimited, sku: isSku ? trimmed : null }
}
