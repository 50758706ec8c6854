import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'
import { MOST_ON_RECEIPT } from '../../shared/receipts/receipt-views.ts'
import { createSealer } from '../db/seal.ts'
import { openCodes, type Codes, type EndingCode } from './open-codes.ts'

let books: TestLedger
let codes: Codes
let purchaseId: string
let isLocked: boolean
let now: number

beforeEach(() => {
  books = openTestLedger()
  purchaseId = books.store()
  isLocked = false
  now = 1_000
  codes = openCodes({
    ledger: books.context.ledger,
    sealer: createSealer(randomBytes(32)),
    now: () => now++,
    isLocked: () => isLocked,
  })
})
afterEach(() => books.dispose())

const input = (given: Partial<RequestArgument<'codes.keep'>> = {}) => ({
  purchaseId,
  text: 'ABCD-1234-EFGH',
  pin: null,
  expiresOn: null,
  note: '',
  ...given,
})
const card = { fiatCurrency: 'MXN', fiatAmount: '200.00' }
const mark = (marks: RequestArgument<'codes.mark'>) => codes.mark(marks, () => card)
function refused(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

describe('a kept code', () => {
  it('is shown as it was pasted, in one line without what cannot be seen, and nothing of it is stored in clear', () => {
    const { id } = codes.keep(
      input({ text: ' \u200bABCD\u00ad-1234\r\n EFGH \t', pin: ' PIN-7\n', note: 'for\u202e Ana' }),
    )
    expect(codes.reveal(id)).toEqual({ text: 'ABCD-1234 EFGH', pin: 'PIN-7' })
    expect(codes.list(null)).toMatchObject([{ id, purchaseId, note: 'for Ana', isUsed: false, rest: null }])
    const stored = books.context.ledger.prepare('SELECT id, CAST(box AS TEXT) AS text FROM kept_codes').all()
    expect(JSON.stringify(stored)).not.toMatch(/ABCD|EFGH|PIN|Ana/)
  })

  it('is found where it is kept for another purchase, with or without the prefix of an eSIM', () => {
    const other = books.store()
    const text = 'LPA:1$smdp.example.com$ABC-1'
    const { id } = codes.keep(input({ text }))
    expect(codes.findSame({ purchaseId: other, text: ' 1$smdp.example.com$ABC1 ' })).toMatchObject({ id, purchaseId })
    expect(codes.findSame({ purchaseId: other, text: '1$smdp.example.com$ABC-2' })).toBeNull()
    expect(codes.findSame({ purchaseId, text })).toBeNull()
    isLocked = true
    expect(refused(() => codes.findSame({ purchaseId: other, text }))).toBe('locked')
  })

  it('has none of the characters that nobody sees, and its note keeps its emoji', () => {
    const { id } = codes.keep(input({ text: 'AB\u034fCD\u3164-\ufe0f12\u115f34', note: '👩\u200d👧 \u2066❤\ufe0f' }))
    expect([codes.reveal(id).text, codes.list(null)[0]?.note]).toEqual(['ABCD-1234', '👩\u200d👧 ❤\ufe0f'])
  })

  it('is any text that is not empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const kept = refused(() => codes.keep(input({ text: `x${text}` })))
        expect(codes.reveal((kept as { id: string }).id).text.startsWith('x')).toBe(true)
      }),
      { numRuns: 200 },
    )
    for (const text of ['', ' \n', '\u200b']) expect(refused(() => codes.keep(input({ text })))).toBe('invalid-input')
  })

  it('is kept once, with what was noted last', () => {
    const first = codes.keep(input())
    mark({ id: first.id, isUsed: true, rest: '2.5', expiresOn: null, note: '' })
    const again = codes.keep(input({ text: 'ABCD-1234-EFGH\n', note: 'mine' }))
    expect(again).toMatchObject({ id: first.id, isUsed: true, rest: '2.5', note: 'mine' })
    expect(codes.list(null)).toHaveLength(1)
    codes.keep(input({ pin: '99', expiresOn: '2027-02-01' }))
    expect(codes.keep(input())).toMatchObject({ pin: '99', expiresOn: '2027-02-01', note: 'mine' })
    expect(codes.keep(input({ purchaseId: books.store() })).id).not.toBe(first.id)
    expect(codes.keep(input({ text: '--' })).id).not.toBe(codes.keep(input({ text: '---' })).id)
  })

  it.each([
    ['200.01', 'above-value'],
    ['1000000', 'above-value'],
    ['12.505', 'card-amount'],
    ['200', null],
    ['0', null],
    ['12.500', null],
  ])('of 200 pesos cannot have %s left, or can: %s', (rest, reason) => {
    const { id } = codes.keep(input())
    const marks = { id, isUsed: false, rest, expiresOn: null, note: '' }
    if (reason === null) expect(mark(marks).rest).toBe(rest)
    else expect(() => mark(marks)).toThrow(expect.objectContaining({ code: 'invalid-input', details: { reason } }))
  })

  it('that has more left than its value, from before that was asked, keeps it until another amount is typed', () => {
    const { id } = codes.keep(input())
    const marks = { id, isUsed: false, expiresOn: null, note: '' }
    codes.mark({ ...marks, rest: '250' }, () => ({ ...card, fiatAmount: '300' }))
    expect(mark({ ...marks, rest: '250', note: 'Ana' })).toMatchObject({ rest: '250', note: 'Ana' })
    expect(refused(() => mark({ ...marks, rest: '249' }))).toBe('invalid-input')
  })

  it('is listed before those that end later, used ones last', () => {
    const notes = (id: string | null) => codes.list(id).map(({ note }) => note)
    codes.keep(input({ text: '1', note: 'never' }))
    codes.keep(input({ text: '2', note: 'later', expiresOn: '2027-02-01' }))
    codes.keep(input({ text: '3', note: 'soon', expiresOn: '2026-12-01', purchaseId: books.store() }))
    const { id } = codes.keep(input({ text: '4', note: '', expiresOn: '2026-11-30' }))
    mark({ id, isUsed: true, rest: null, expiresOn: '2026-11-30', note: 'used' })
    expect(notes(null)).toEqual(['soon', 'later', 'never', 'used'])
    expect(notes(purchaseId)).toEqual(['later', 'never', 'used'])
  })

  it('is gone once it is removed', () => {
    const { id } = codes.keep(input())
    codes.remove(id)
    expect(codes.list(null)).toEqual([])
    for (const work of [() => codes.remove(id), () => codes.reveal(id)]) expect(refused(work)).toBe('not-found')
  })

  it('is neither shown nor changed while Till is locked', () => {
    const { id } = codes.keep(input())
    isLocked = true
    const marks = { isUsed: true, rest: null, expiresOn: null, note: '' }
    const attempts = [
      () => codes.keep(input()),
      () => codes.reveal(id),
      () => mark({ id, ...marks }),
      () => codes.remove(id),
    ]
    expect(attempts.map(refused)).toEqual(attempts.map(() => 'locked'))
    isLocked = false
    expect(codes.list(null)).toMatchObject([{ isUsed: false }])
  })

  it('is on its purchase’s receipt, but not while Till is locked', () => {
    codes.keep(input({ pin: '99' }))
    codes.keep(input({ text: 'of another', purchaseId: books.store() }))
    const receipt = [
      { kind: 'code', text: 'ABCD-1234-EFGH' },
      { kind: 'pin', text: '99' },
    ]
    expect(codes.onReceipt(purchaseId, 'all')).toEqual(receipt)
    isLocked = true
    expect(codes.onReceipt(purchaseId, 'all')).toEqual([])
  })

  it('that the service returned is kept while Till is locked too, and changes nothing that the user kept', () => {
    codes.keep(input({ text: 'ABCD 1234 EFGH', note: 'mine' }))
    isLocked = true
    const returned = [
      { text: 'ABCD-1234-EFGH', pin: '99' },
      { text: 'NEW-1\u200b', pin: null },
    ]
    for (const _ of [1, 2]) codes.keepReturned(purchaseId, returned)
    isLocked = false
    expect(codes.list(null)).toMatchObject([
      { text: 'NEW-1', pin: null, isFromService: true },
      { text: 'ABCD 1234 EFGH', pin: '99', note: 'mine', isFromService: false },
    ])
    codes.keep(input({ pin: '7' }))
    codes.keepReturned(purchaseId, returned)
    expect(codes.list(null)[1]).toMatchObject({ text: 'ABCD-1234-EFGH', pin: '7', note: 'mine' })
    const stored = books.context.ledger.prepare('SELECT id, CAST(box AS TEXT) AS text FROM kept_codes').all()
    expect(JSON.stringify(stored)).not.toMatch(/ABCD|EFGH|NEW/)
  })

  it('that the service returned is kept for its own purchase, and an empty one is none', () => {
    const other = codes.keep(input({ purchaseId: books.store(), note: 'of another' }))
    const { text } = codes.reveal(other.id)
    codes.keepReturned(purchaseId, [
      { text: ' \u200b\n', pin: null },
      { text, pin: null },
    ])
    expect(codes.list(purchaseId)).toMatchObject([{ text, note: '', isFromService: true }])
    expect(codes.list(other.purchaseId)).toMatchObject([{ id: other.id, isFromService: false }])
  })

  it('that the user kept is on no receipt of what the service returned, which has room for so many', () => {
    const keepReturned = (count: number): void =>
      codes.keepReturned(
        purchaseId,
        Array.from({ length: count }, (_, index) => ({ text: `RETURNED-${index}`, pin: null })),
      )
    keepReturned(1)
    codes.keep(input({ text: 'of the user' }))
    expect(codes.onReceipt(purchaseId, 'returned')).toEqual([{ kind: 'code', text: 'RETURNED-0' }])
    keepReturned(MOST_ON_RECEIPT + 1)
    for (const which of ['returned', 'all'] as const)
      expect(codes.onReceipt(purchaseId, which)).toHaveLength(MOST_ON_RECEIPT)
  })

  it('is marked in one line as long as its purchase can be read', () => {
    const { id } = codes.keep(input())
    const marks = { id, isUsed: true, rest: '1', expiresOn: null, note: ' for\u202e\n Ana ' }
    expect(refused(() => codes.mark(marks, () => null))).toBe('not-found')
    expect(codes.list(null)).toMatchObject([{ isUsed: false, rest: null }])
    expect(mark(marks)).toMatchObject({ isUsed: true, rest: '1', note: 'for Ana' })
  })

  it('is reminded of once for each last day, from two weeks before, not if it is used or too late', () => {
    const { id } = codes.keep(input({ expiresOn: '2026-12-01' }))
    const other = codes.keep(input({ text: 'used', expiresOn: '2026-12-01' }))
    mark({ ...other, isUsed: true })
    isLocked = true
    const ending = (...day: [year: number, month: number, day: number]): EndingCode[] => {
      now = new Date(...day, 9).getTime()
      return codes.takeEnding()
    }
    expect(ending(2026, 10, 16)).toEqual([])
    expect(ending(2026, 10, 17)).toEqual([{ purchaseId, daysLeft: 14 }])
    expect([ending(2026, 10, 18), ending(2026, 11, 1)]).toEqual([[], []])
    isLocked = false
    mark({ id, isUsed: false, rest: null, expiresOn: '2026-12-20', note: '' })
    expect(ending(2026, 11, 2)).toEqual([])
    // Till was not open before.
    expect(ending(2026, 11, 20)).toEqual([{ purchaseId, daysLeft: 0 }])
    mark({ id, isUsed: false, rest: null, expiresOn: '2026-12-23', note: '' })
    expect(ending(2026, 11, 24)).toEqual([])
  })

  it('put under another purchase or another id is none', () => {
    const [one, other] = [codes.keep(input()), codes.keep(input({ text: 'other', purchaseId: books.store() }))]
    const { ledger } = books.context
    ledger.prepare('UPDATE kept_codes SET purchase_id = ? WHERE id = ?').run(purchaseId, other.id)
    expect(codes.list(purchaseId)).toMatchObject([{ id: one.id }])
    ledger.prepare('UPDATE kept_codes SET id = ? WHERE id = ?').run(randomUUID(), one.id)
    expect(codes.list(null)).toEqual([])
  })
})
