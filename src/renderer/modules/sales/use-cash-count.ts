import { computed, reactive, ref } from 'vue'
import type { Decimal } from '../../../shared/money.ts'
import { denominationsOf, sumOfPieces, type Piece } from '../../../shared/sales/denominations.ts'
import type { CountDraft, CountedCash } from '../../../shared/sales/views.ts'
import { typedCash } from '../../app/formats/typed-amount.ts'

/** More pieces of one kind than a drawer holds. */
const LONGEST_COUNT = 5

/** A kind of bill or coin, and how many of it were typed. */
export type CountRow = Pick<Piece, 'kind' | 'value'>

const keyOf = ({ kind, value }: CountRow): string => `${kind} ${value}`

/** Holds a drawer's count: the number of each bill and coin of the currency, or one total. It goes on with `kept`. */
export function useCashCount(currency: string, kept: CountDraft | null) {
  const { bills = [], coins = [] } = denominationsOf(currency) ?? {}
  const rows: readonly CountRow[] = [
    ...bills.map((value) => ({ kind: 'bill', value }) as const),
    ...coins.map((value) => ({ kind: 'coin', value }) as const),
  ]
  const byTotal = ref(kept?.byTotal ?? rows.length === 0)
  const total = ref(kept?.total ?? '')
  const digits = reactive(new Map(kept?.pieces.map((piece) => [keyOf(piece), piece.digits])))
  const chosen = ref<CountRow | null>(rows[0] ?? null)
  /** The next digit replaces the number of the row that was just chosen. */
  let isFresh = true

  const typedIn = (row: CountRow): string => digits.get(keyOf(row)) ?? ''
  const countOf = (row: CountRow): number => Number(typedIn(row))
  const pieces = computed((): Piece[] => rows.map((row) => ({ ...row, count: countOf(row) })))
  const amount = computed(() => (byTotal.value ? typedCash(total.value, currency) : sumOfPieces(pieces.value)))
  /** What was typed so far. */
  const draft = computed((): CountDraft => ({
    byTotal: byTotal.value,
    total: total.value,
    pieces: rows.map((row) => ({ ...row, digits: typedIn(row) })),
  }))
  const numberOf = (kind: Piece['kind']): number =>
    pieces.value.filter((piece) => piece.kind === kind).reduce((sum, { count }) => sum + count, 0)
  /** What to submit; null while the typed total is no amount. */
  const cash = computed((): { readonly cash: CountedCash; readonly amount: Decimal } | null => {
    if (amount.value === null) return null
    return { amount: amount.value, cash: byTotal.value ? { total: amount.value } : { pieces: pieces.value } }
  })

  function choose(row: CountRow): void {
    if (chosen.value !== null && keyOf(chosen.value) === keyOf(row)) return
    chosen.value = row
    isFresh = true
  }
  function type(row: CountRow, text: string): void {
    digits.set(
      keyOf(row),
      text
        .replaceAll(/\D/g, '')
        .replace(/^0+(?=\d)/, '')
        .slice(0, LONGEST_COUNT),
    )
    isFresh = false
  }
  function step(row: CountRow, by: 1 | -1): void {
    choose(row)
    type(row, String(Math.max(0, countOf(row) + by)))
  }
  /** The number of the chosen row, as the pad types it. */
  const padded = computed({
    get: () => (chosen.value === null ? '' : typedIn(chosen.value)),
    set(text) {
      const row = chosen.value
      if (row === null) return
      const before = typedIn(row)
      type(row, isFresh && text.startsWith(before) && text.length > before.length ? text.slice(before.length) : text)
    },
  })
  const next = computed(() => rows[rows.findIndex((row) => chosen.value && keyOf(row) === keyOf(chosen.value)) + 1])
  const isChosen = (row: CountRow): boolean => chosen.value !== null && keyOf(chosen.value) === keyOf(row)

  return {
    rows,
    byTotal,
    total,
    amount,
    cash,
    draft,
    chosen,
    padded,
    next,
    numberOf,
    typedIn,
    countOf,
    isChosen,
    choose,
    type,
    step,
  }
}
