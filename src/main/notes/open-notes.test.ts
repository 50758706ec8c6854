import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteView } from '../../shared/notes/contract.ts'
import { createSealer, type Sealer } from '../db/seal.ts'
import { insertIntent } from '../engine/steps/step-repository.ts'
import { matchPurchases } from '../purchases/search/search-purchases.ts'
import type { PurchaseContext } from '../purchases/purchase-context.ts'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'
import { storeTransfer } from '../../testing/transfers/store-transfer.ts'
import { openNotes, type Notes } from './open-notes.ts'
import { writeNote } from './sealed-note.ts'

let books: TestLedger
let notes: Notes
beforeEach(() => {
  books = openTestLedger()
  notes = openNotes(books.context)
})
afterEach(() => books.dispose())

const none = { note: '', tags: [] }
const found = (text: string): Promise<string[]> =>
  matchPurchases(books.context as PurchaseContext, { text, status: null })

describe('a note', () => {
  it('is kept with its tags, of purchases and of transfers, and removed once both are empty', () => {
    const ids = [books.store(), storeTransfer(books.context.ledger, { at: 1 })]
    for (const id of ids) {
      expect(notes.get(id)).toMatchObject(none)
      expect(notes.set({ id, note: ' For the trip \n', tags: ['#Family', 'trip'] })).toMatchObject({
        note: 'For the trip',
        tags: ['Family', 'trip'],
      })
    }
    expect(notes.get(ids[0] ?? '').known).toEqual(['Family', 'trip'])
    for (const id of ids) notes.set({ id, ...none })
    expect(books.context.ledger.prepare('SELECT * FROM notes').all()).toEqual([])
  })

  it('has each tag once, in one line and without its sign, and knows the most used first', () => {
    const [first, second] = [books.store(), books.store()]
    notes.set({ id: first, note: '', tags: ['b, a', '##A', ' ', 'two\n words', '\u202Ec'] })
    expect(notes.get(first).tags).toEqual(['b', 'A', 'two words', 'c'])
    notes.set({ id: second, note: '', tags: ['c'] })
    expect(notes.get(second).known).toEqual(['c', 'A', 'b', 'two words'])
  })

  it('is about something that there is', () => {
    const revoked = randomUUID()
    insertIntent(books.context.ledger, revoked, 'revocation')
    for (const id of [randomUUID(), revoked])
      expect(() => notes.set({ id, note: 'x', tags: [] })).toThrow('no such purchase')
  })

  it('is sealed: neither it nor its tags are readable in the ledger', () => {
    const id = books.store()
    notes.set({ id, note: 'Birthday of Lupe', tags: ['secretly'] })
    const bytes = books.context.ledger.serialize()
    expect(bytes.includes(id)).toBe(true)
    for (const word of ['Birthday', 'Lupe', 'secretly']) expect(bytes.includes(word), word).toBe(false)
  })

  it('is not shown, nor replaced, where another key sealed it, or it was moved from another purchase', async () => {
    const [id, other] = [books.store(), books.store()]
    notes.set({ id, note: 'Mine', tags: [] })
    const { ledger } = books.context
    const stranger = openNotes({ ledger, sealer: createSealer(randomBytes(32)) })
    expect(() => stranger.get(id)).toThrow(expect.objectContaining({ code: 'locked' }))
    for (const note of ['', 'Theirs'])
      expect(() => stranger.set({ id, note, tags: [] })).toThrow(expect.objectContaining({ code: 'locked' }))
    expect(notes.get(id)).toMatchObject({ note: 'Mine' })
    ledger.prepare('UPDATE notes SET intent_id = ?').run(other)
    expect(() => notes.get(other)).toThrow(expect.objectContaining({ code: 'locked' }))
    expect(await found('mine')).toEqual([])
  })

  it('with more tags than it may have is refused, so that it stays readable', () => {
    const id = books.store()
    const tags = Array.from({ length: 21 }, (_, index) => `t${index}`).join(',')
    expect(() => notes.set({ id, note: '', tags: [tags] })).toThrow(expect.objectContaining({ code: 'invalid-input' }))
    expect(noteView.parse(notes.get(id)).tags).toEqual([])
    expect(noteView.parse(notes.set({ id, note: '', tags: [tags.replace(',t20', '')] })).tags).toHaveLength(20)
  })

  it('knows the tags of the newest notes, however many there are', () => {
    const ids = Array.from({ length: 501 }, () => books.store())
    for (const [index, id] of ids.entries())
      writeNote(books.context, id, { note: '', tags: [index === 0 ? 'oldest' : 'newer'] })
    expect(notes.get(ids[0] ?? '')).toEqual({ note: '', tags: ['oldest'], known: ['newer'] })
  })
})

describe('the search of purchases', () => {
  it('finds words of notes and tags, with or without their sign, together with words of the product', async () => {
    const [id] = [books.store({ brandName: 'Lumo' }), books.store({ brandName: 'Lumo' })]
    notes.set({ id, note: 'For Lupe’s birthday', tags: ['Family trip'] })
    for (const text of ['birthday', '#family', 'FAMILY', '#family trip', 'lumo lupe'])
      expect(await found(text), text).toEqual([id])
    expect(await found('lumo')).toHaveLength(2)
    expect(await found('#trip')).toEqual([])
  })
  it('opens no note where the product decides', async () => {
    const id = books.store({ brandName: 'Lumo' })
    notes.set({ id, note: 'Lumo', tags: [] })
    const opened: string[] = []
    const sealer: Sealer = {
      ...books.context.sealer,
      unseal(box, purpose) {
        opened.push(purpose)
        return books.context.sealer.unseal(box, purpose)
      },
    }
    const context = { ...books.context, sealer } as PurchaseContext
    expect(await matchPurchases(context, { text: 'lumo', status: null })).toHaveLength(1)
    expect(opened.filter((purpose) => purpose.startsWith('note'))).toEqual([])
  })
})
