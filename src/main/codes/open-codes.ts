import { randomUUID } from 'node:crypto'
import type { RequestArgument } from '../../shared/contract.ts'
import { daysLeft } from '../../shared/codes/code-end.ts'
import { qrTextOf, readActivation } from '../../shared/codes/read-activation.ts'
import type { CodeSecret } from '../../shared/codes/views.ts'
import { MOST_ON_RECEIPT, type SaleReceipt } from '../../shared/receipts/receipt-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { assertRest, type FaceValue } from './assert-rest.ts'
import { readCodeRow, readCodeRows, removeCodeRow, writeCodeRow } from './kept-codes-repository.ts'
import { openCode, sealCode, type Code } from './sealed-code.ts'

export interface CodesOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  /** Epoch milliseconds. */
  readonly now: () => number
  isLocked(): boolean
}

/** A code that ends soon. */
export interface EndingCode {
  readonly purchaseId: string
  /** In how many days its last day is, 0 today. */
  readonly daysLeft: number
}

/** The codes that the user keeps. */
export interface Codes {
  /** Lists the codes of a purchase, or all for null: those that end soonest first, used ones last. */
  list(purchaseId: string | null): Code[]
  /** Keeps a code, once: what is left empty the second time stays as it was. Throws AppError `locked`, or `invalid-input` without one. */
  keep(input: RequestArgument<'codes.keep'>): Code
  /** Returns the same code where it is kept for another purchase; null if it is not. Throws AppError `locked`. */
  findSame(input: RequestArgument<'codes.findSame'>): Code | null
  /**
   * Keeps the codes that the service returned for a purchase, locked or not. Of a code that the user keeps already, only a missing PIN is
   * new. Throws SealError while the records key is missing.
   */
  keepReturned(purchaseId: string, returned: readonly Readonly<CodeSecret>[]): void
  /** Throws AppError `locked`, `not-found`, or `invalid-input` of an amount that its card, by its purchase, cannot have left. */
  mark(input: RequestArgument<'codes.mark'>, valueOf: (purchaseId: string) => FaceValue | null): Code
  /** Throws AppError `locked` or `not-found`. */
  remove(id: string): void
  /** Returns the codes of a purchase for its receipt: those that the service returned, or all; none while Till is locked. */
  onReceipt(purchaseId: string, which: 'returned' | 'all'): SaleReceipt['codes']
  /** Returns the unused codes that end soon, each once: another call does not return it again. */
  takeEnding(): EndingCode[]
  /** Throws AppError `locked` or `not-found`. */
  reveal(id: string): CodeSecret
}

const NEVER = '9999-12-31'

/** Opens the codes; only an unlocked Till changes or shows them. */
export function openCodes(options: CodesOptions): Codes {
  const { ledger, sealer, now, isLocked } = options
  const list = (purchaseId: string | null): Code[] => listCodes(options, purchaseId)

  function find(id: string): Code {
    assertUnlocked(options)
    const row = readCodeRow(ledger, id)
    const code = row && openCode(sealer, row)
    if (code === null) throw new AppError('not-found', 'There is no such code')
    return code
  }

  return {
    list,
    keep({ purchaseId, text, pin, expiresOn, note }) {
      assertUnlocked(options)
      const typed = { text: cleanLine(text), pin: cleanLine(pin ?? ''), note: cleanNote(note) }
      if (typed.text === '') throw new AppError('invalid-input', 'There is no code')
      const known = list(purchaseId).find((code) => isSame(code.text, typed.text))
      const code = {
        ...(known ?? { ...blank, id: randomUUID(), purchaseId, keptAt: now() }),
        text: typed.text,
        pin: typed.pin || (known?.pin ?? null),
        expiresOn: expiresOn ?? known?.expiresOn ?? null,
        note: typed.note || (known?.note ?? ''),
      }
      writeCodeRow(ledger, sealCode(sealer, code))
      return code
    },
    findSame: (input) => findSame(options, input),
    keepReturned(purchaseId, returned) {
      for (const one of returned) keepReturned(options, purchaseId, one)
    },
    mark({ id, ...marks }, valueOf) {
      const code = find(id)
      const marked = withMarks(code, marks, valueOf(code.purchaseId))
      writeCodeRow(ledger, sealCode(sealer, marked))
      return marked
    },
    remove(id) {
      find(id)
      removeCodeRow(ledger, id)
    },
    onReceipt(purchaseId, which) {
      if (isLocked()) return []
      const shown = list(purchaseId).filter(({ isFromService }) => which === 'all' || isFromService)
      return shown.flatMap(linesOf).slice(0, MOST_ON_RECEIPT)
    },
    takeEnding: () =>
      list(null).flatMap((code) => {
        const left = daysLeft(code.expiresOn, now())
        if (left === null || code.isUsed || code.expiresOn === code.remindedOf) return []
        writeCodeRow(ledger, sealCode(sealer, { ...code, remindedOf: code.expiresOn }))
        return [{ purchaseId: code.purchaseId, daysLeft: left }]
      }),
    reveal(id) {
      const { text, pin } = find(id)
      return { text, pin }
    },
  }
}

function assertUnlocked({ isLocked }: CodesOptions): void {
  if (isLocked()) throw new AppError('locked', 'Till is locked')
}

function withMarks(code: Code, marks: Omit<RequestArgument<'codes.mark'>, 'id'>, value: FaceValue | null): Code {
  if (value === null) throw new AppError('not-found', 'There is no such purchase')
  assertRest(marks.rest, code.rest, value)
  return { ...code, ...marks, note: cleanNote(marks.note) }
}

const linesOf = ({ text, pin }: Code): SaleReceipt['codes'] => [
  { kind: 'code', text },
  ...(pin === null ? [] : [{ kind: 'pin', text: pin } as const]),
]

function listCodes({ ledger, sealer }: CodesOptions, purchaseId: string | null): Code[] {
  return readCodeRows(ledger, purchaseId)
    .flatMap((row) => openCode(sealer, row) ?? [])
    .sort((a, b) => Number(a.isUsed) - Number(b.isUsed) || lastDayOf(a).localeCompare(lastDayOf(b)))
}

function findSame(options: CodesOptions, { purchaseId, text }: RequestArgument<'codes.findSame'>): Code | null {
  assertUnlocked(options)
  const others = listCodes(options, null).filter((code) => code.purchaseId !== purchaseId)
  return others.find((code) => isSame(code.text, cleanLine(text))) ?? null
}

function keepReturned(options: CodesOptions, purchaseId: string, returned: Readonly<CodeSecret>): void {
  const { ledger, sealer, now } = options
  const [text, pin] = [cleanLine(returned.text), cleanLine(returned.pin ?? '') || null]
  if (text === '') return
  const known = listCodes(options, purchaseId).find((code) => isSame(code.text, text))
  const code = known ?? { ...blank, id: randomUUID(), purchaseId, keptAt: now(), text, isFromService: true }
  writeCodeRow(ledger, sealCode(sealer, { ...code, pin: code.pin ?? pin }))
}

const blank = {
  pin: null,
  isUsed: false,
  rest: null,
  expiresOn: null,
  note: '',
  isFromService: false,
  remindedOf: null,
}

/** Codes are printed in groups, and typed or copied with or without what separates them; an eSIM's also with or without its prefix. */
const isSame = (one: string, other: string): boolean => compact(one) === compact(other)
const compact = (text: string): string =>
  (readActivation(text) ? qrTextOf(text) : text).replace(/[\s\p{Pd}]/gu, '') || text

const lastDayOf = ({ expiresOn }: Code): string => expiresOn ?? NEVER

/** Returns a pasted code in one line: what surrounds or hides in it, like line breaks and characters that nobody sees, is no part of it. */
function cleanLine(pasted: string): string {
  return inOneLine(pasted.replace(/(?!\s)[\p{Cf}\p{DI}]/gu, ''))
}

/** Returns a note in one line, without what turns or hides its text; what joins the parts of an emoji stays. */
function cleanNote(typed: string): string {
  return inOneLine(typed.replace(/(?![\u200c\u200d\s])\p{Cf}/gu, ''))
}

const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
