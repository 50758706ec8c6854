import { fold } from '../../../shared/search/fold.ts'
import { withNumbers } from './number-words.ts'
import { moneyAt, type Known } from './typed-money.ts'
import { tokensOf } from './typed-tokens.ts'
import { unitOf, type AmountUnit, type Unit } from './unit-words.ts'

/** A typed number and its unit: a product unit, money in some currencies, or either if there is no unit. */
export interface TypedAmount {
  /** As typed, with its position in the text (NFC). */
  readonly digits: string
  readonly at: number
  readonly value: number
  /** The number of digits after the decimal point. */
  readonly decimals: number
  readonly unit: AmountUnit | null
  /** The catalog's currencies (ISO 4217) for the money, or the symbol of a dollar coin; null if none was named. */
  readonly currencies: readonly string[] | null
  /** Whether it is the beginning of no other: it has a currency, or is in words. */
  readonly isComplete: boolean
}

/** The parts of a typed search. */
export interface Typed {
  readonly words: readonly string[]
  readonly amounts: readonly TypedAmount[]
  /** Currencies named without an amount; a match has one of each. */
  readonly currencies: readonly (readonly string[])[]
  /** Data or calls without a limit. */
  readonly unlimited: boolean
  /** A possible SKU prefix; null if it does not look like one. */
  readonly sku: string | null
}

const MAX_WORDS = 12
const MAX_LETTERS = 60
const MAX_AMOUNTS = 4

const noLimit = [
  'unlimited',
  'ilimitado',
  'ilimitados',
  'ilimitada',
  'ilimitadas',
  'illimite',
  'illimites',
  'illimitee',
  'illimitees',
]

/** Parses a typed search: "claro 10", "steam €50", "20 pesos", "5gb spain", a SKU. */
export function readTyped(text: string, known: Known): Typed {
  const words: string[] = []
  const amounts: TypedAmount[] = []
  const currencies: (readonly string[])[] = []
  let unlimited = false
  const tokens = withNumbers(tokensOf(text.normalize('NFC')), known)

  for (let at = 0; at < tokens.length;) {
    const ahead = moneyAt(tokens, at, false, known)
    at += ahead?.count ?? 0
    const [token, next] = [tokens[at], tokens[at + 1]]
    const unit =
      token?.kind === 'number' ? (token.unit ?? (next?.kind === 'word' ? unitOf(fold(next.text)) : null)) : null
    if (ahead !== null && (token?.kind !== 'number' || unit !== null)) {
      // A code alone is a word that also finds prices.
      const alone = ahead.count === 1 ? tokens[at - 1] : undefined
      if (alone?.kind === 'word' && ahead.codes[0] === alone.text.toUpperCase()) words.push(alone.text)
      else currencies.push(ahead.codes)
    } else if (token?.kind === 'number' && unit !== null) {
      const counted = { unit: unit.name, currencies: null, isComplete: false }
      amounts.push({ ...numberOf(token.digits, unit, null), ...spanOf(token), ...counted })
      at += token.unit === null ? 2 : 1
    } else if (token?.kind === 'number') {
      const behind = moneyAt(tokens, at + 1, true, known)
      const joint = ahead && behind ? ahead.codes.filter((code) => behind.codes.includes(code)) : null
      const isJoint = joint === null || joint.length > 0
      const codes = (isJoint ? joint : null) ?? ahead?.codes ?? behind?.codes ?? null
      const money = { unit: null, currencies: codes, isComplete: codes !== null || token.isInWords }
      amounts.push({ ...numberOf(token.digits, null, codes), ...spanOf(token), ...money })
      at += 1 + (isJoint ? (behind?.count ?? 0) : 0)
    } else {
      if (token?.kind === 'word' && noLimit.includes(fold(token.text))) unlimited = true
      else if (token?.kind === 'word') words.push(token.text.slice(0, MAX_LETTERS))
      at += 1
    }
  }
  const trimmed = text.trim()
  const isSku =
    /^[\p{L}\p{N}][\p{L}\p{N}._-]{4,299}$/u.test(trimmed) && /[\d_-]/.test(trimmed) && /\p{L}/u.test(trimmed)
  return {
    words: words.slice(0, MAX_WORDS),
    amounts: amounts.slice(0, MAX_AMOUNTS),
    currencies: currencies.slice(0, MAX_AMOUNTS),
    unlimited,
    sku: isSku ? trimmed : null,
  }
}

const spanOf = ({ digits, at }: Pick<TypedAmount, 'digits' | 'at'>): Pick<TypedAmount, 'digits' | 'at'> => ({
  digits,
  at,
})

/** Returns the value of digits: three after a point or comma are thousands, except for units and for money with thousandths. */
function numberOf(
  digits: string,
  unit: Unit | null,
  codes: readonly string[] | null,
): Pick<TypedAmount, 'value' | 'decimals'> {
  const parts = digits.split(/[.,]/)
  const marks = new Set(digits.match(/[.,]/g))
  const last = parts.at(-1) ?? ''
  const isThousand = parts.length === 2 && last.length === 3 && parts[0] !== '0' && unit === null
  const isWhole =
    parts.length === 1 || (parts.length > 2 && marks.size === 1) || (isThousand && !haveThousandths(codes))
  const plain = isWhole ? parts.join('') : `${parts.slice(0, -1).join('')}.${last}`
  return { value: Number(plain) * (unit?.times ?? 1), decimals: isWhole ? 0 : last.length }
}

const haveThousandths = (codes: readonly string[] | null): boolean =>
  codes !== null &&
  codes.length > 0 &&
  codes.every(
    (currency) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 3,
  )
