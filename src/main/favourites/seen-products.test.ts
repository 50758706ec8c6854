import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WritableDb } from '../db/connections.ts'
import { openTestLedgerFile } from '../../testing/db/open-test-ledger-file.ts'
import { createSealer, SealError } from '../db/seal.ts'
import {
  deleteDraft,
  listDrafts,
  readDraft,
  markDraftBought,
  writeDraft,
  type StoredDraft,
  sealDraft,
  openDraft,
} from '../purchases/drafts/drafts-repository.ts'
import { deleteFavourite, readFavourites, writeFavourite } from './favourites-repository.ts'
import { movedFrom, seenProductSchema, type SeenProduct } from './seen-product.ts'

let folder: string
let file: string
let db: WritableDb
const sealer = createSealer(randomBytes(32))
const [here, there] = ['https://a.example/ till', 'https://b.example/ till']

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-kept-'))
  file = join(folder, 'ledger.db')
  db = openTestLedgerFile(file)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const price = (stableCoinValue: string, fiatValue = '100'): SeenProduct['price'] => ({
  fiatCurrency: 'MXN',
  fiatValue,
  stableCoinCurrency: 'USD',
  stableCoinValue,
})
const product = seenProductSchema.parse({
  sku: 'OAK_MX_100-I',
  brandSlug: 'oak',
  brandName: 'Oak',
  country: 'MX',
  productType: 'topup',
  image: null,
  price: price('5.50'),
})

describe('favourites', () => {
  it('are stored by service, latest first; starring again keeps the position and updates what was seen', () => {
    writeFavourite(db, here, { kind: 'product', key: 'OAK', seen: { price: 1 } }, 1)
    writeFavourite(db, here, { kind: 'brand', key: 'OAK', seen: {} }, 2)
    writeFavourite(db, there, { kind: 'product', key: 'ELM', seen: {} }, 3)
    writeFavourite(db, here, { kind: 'product', key: 'OAK', seen: { price: 2 } }, 4)
    expect(readFavourites(db, here)).toEqual([
      { kind: 'brand', key: 'OAK', seen: {} },
      { kind: 'product', key: 'OAK', seen: { price: 2 } },
    ])
    deleteFavourite(db, here, 'product', 'OAK')
    expect(readFavourites(db, here).map(({ kind }) => kind)).toEqual(['brand'])
    expect(readFavourites(db, there)).toHaveLength(1)
  })
})

describe('a draft', () => {
  const typed = { reference: '+525512345678', fields: { 'recipient.email': 'ana@example.org' } }
  function draft(savedAt: number, given: Partial<StoredDraft> = {}): Omit<StoredDraft, 'purchaseId'> {
    const id = randomUUID()
    return {
      id,
      service: here,
      savedAt,
      product,
      paymentMethod: null,
      sealedDelivery: sealDraft(sealer, id, typed),
      ...given,
    }
  }
  function purchase(): string {
    const id = randomUUID()
    db.prepare(
      `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
       VALUES (?, 1, 'p', '7:0x0', '0x1', '{}', x'00')`,
    ).run(id)
    return id
  }

  it('is listed by service, latest first, changed in place, and removed', () => {
    const [first, second] = [draft(1), draft(2, { paymentMethod: { networkKey: 'harbour', tokenKey: 'usdc' } })]
    writeDraft(db, first)
    writeDraft(db, second)
    writeDraft(db, draft(3, { service: there }))
    expect(listDrafts(db, here)).toEqual([
      { ...second, purchaseId: null },
      { ...first, purchaseId: null },
    ])
    expect(writeDraft(db, { ...first, savedAt: 4 })).toBe(true)
    expect(listDrafts(db, here).map(({ id }) => id)).toEqual([first.id, second.id])
    deleteDraft(db, first.id)
    expect(readDraft(db, first.id)).toBeNull()
  })

  it('is never stored as plain text, and opens for no other purpose', () => {
    const [one, other] = [draft(1), draft(2)]
    writeDraft(db, one)
    db.pragma('wal_checkpoint(TRUNCATE)')
    const bytes = readFileSync(file)
    expect(bytes.includes('5512345678') || bytes.includes('ana@example')).toBe(false)
    const box = readDraft(db, one.id)?.sealedDelivery ?? new Uint8Array()
    expect(openDraft(sealer, one.id, box)).toEqual(typed)
    expect(() => openDraft(sealer, other.id, box)).toThrow(SealError)
  })

  it('becomes one purchase, once: it leaves the list, drops what was typed, and cannot be changed or removed', () => {
    const one = draft(1)
    writeDraft(db, one)
    const [bought, again] = [purchase(), purchase()]
    expect(markDraftBought(db, one.id, 'ELM', bought)).toBe(false)
    expect(markDraftBought(db, randomUUID(), product.sku, bought)).toBe(false)
    expect(markDraftBought(db, one.id, product.sku, bought)).toBe(true)
    expect(markDraftBought(db, one.id, product.sku, again)).toBe(false)
    expect(writeDraft(db, { ...one, savedAt: 9 })).toBe(false)
    deleteDraft(db, one.id)
    expect(listDrafts(db, here)).toEqual([])
    expect(readDraft(db, one.id)).toMatchObject({ purchaseId: bought, sealedDelivery: null, savedAt: 1 })
  })

  it('cannot become a purchase that is not stored', () => {
    const one = draft(1)
    writeDraft(db, one)
    expect(() => markDraftBought(db, one.id, product.sku, randomUUID())).toThrow(/FOREIGN KEY/)
    expect(readDraft(db, one.id)?.purchaseId).toBeNull()
  })
})

describe('a price', () => {
  it('moved if its fiat price did, or its coins by 1 %', () => {
    expect(movedFrom(price('5.50'), price('5.50'))).toBeNull()
    expect(movedFrom(price('5.50'), price('5.549'))).toBeNull()
    expect(movedFrom(price('5.50'), price('5.555'))).toBe('5.50')
    expect(movedFrom(price('5.50'), price('5.44'))).toBe('5.50')
    expect(movedFrom(price('5.50', '100'), price('5.51', '100.5'))).toBe('5.50')
    expect(movedFrom(price('5.50', '100'), price('5.51', '100.00'))).toBeNull()
    expect(movedFrom(price('5.50'), { ...price('9'), stableCoinCurrency: 'EUR' })).toBeNull()
  })

  it('that moved moves back as well, unless within the noise', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2))
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const away = Math.abs(Number(a) - Number(b)) * 100
        fc.pre(Math.abs(away - Number(a)) > 0.001)
        expect(movedFrom(price(a), price(b))).toBe(a !== b && away > Number(a) ? a : null)
      }),
    )
  })
})
