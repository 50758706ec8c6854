import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inMexico } from '../../testing/receipts/in-mexico.ts'
import { openReceiptPrinter } from '../../../e2e/support/receipt-printer.ts'
import { scriptedShift } from '../../testing/fixtures/sales.ts'
import { AppError } from '../../shared/errors.ts'
import { sampleReceipt } from '../../shared/receipts/sample-receipt.ts'
import type { NetworkPrinter, ShopHead } from '../../shared/receipts/receipt-views.ts'
import { ledgerMigrations } from '../db/migrations/ledger.ts'
import type { WritableDb } from '../db/connections.ts'
import { openDatabase } from '../db/open-database.ts'
import { createReceipts, type Receipts } from './create-receipts.ts'
import { decode } from '../../testing/receipts/decode.ts'
import { soon } from '../../testing/soon.ts'
import { refusal, refused } from '../../testing/refusal.ts'

let ledger: WritableDb
let sent: { printer: NetworkPrinter; bytes: Uint8Array }[]
let receipts: Receipts
let answer: () => Promise<void>
beforeEach(() => {
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  sent = []
  answer = () => Promise.resolve()
  receipts = createReceipts({
    ledger,
    now: () => 1_800_000_000_000,
    language: () => 'es',
    place: () => ({ country: 'MX', currency: 'MXN' }),
    send(printer, bytes) {
      sent.push({ printer, bytes })
      return answer()
    },
  })
})
afterEach(() => ledger.close())

const printer = { host: '192.168.1.50', port: 9100 }
const png = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]).toString('base64')}`
const shop = (given: Partial<ShopHead> = {}): ShopHead => ({ ...receipts.head(), printer, ...given })

describe('a shop’s receipts', () => {
  it('start with an empty head in Till’s language and no printer', async () => {
    expect(receipts.head()).toMatchObject({ name: '', language: 'es', paper: '80', printer: 'none', logo: null })
    expect(await refusal(receipts.printTest())).toEqual(['printer-failed', 'none'])
  })

  it('keep the shop’s head without unprintable characters', () => {
    const wanted = shop({
      name: ' Abarrotes\u0007  Lupita ',
      address: ['Av. Juárez 12\nOaxaca', ' '],
      footer: 'Gracias\r\n\r\nVuelve',
      logo: png,
      language: 'en',
      paper: '58',
    })
    const stored = {
      ...wanted,
      name: 'Abarrotes Lupita',
      address: ['Av. Juárez 12', 'Oaxaca'],
      footer: 'Gracias\nVuelve',
    }
    expect(receipts.setHead(wanted)).toEqual(stored)
    expect(
      createReceipts({
        ledger,
        now: Date.now,
        language: () => 'es',
        place: () => ({ country: 'MX', currency: 'MXN' }),
      }).head(),
    ).toEqual(stored)
  })

  it('use the policy’s head, and leave only paper and printer to the shop', () => {
    const own = receipts.setHead(shop({ name: 'Mine', footer: 'Bye', paper: '58' }))
    const { paper: _paper, printer: _printer, ...texts } = own
    const chosen = { ...texts, name: ' Abarrotes  Lupita ', language: 'en', footer: '' } as const
    const ruled = createReceipts({
      ledger,
      now: Date.now,
      language: () => 'es',
      place: () => ({ country: 'MX', currency: 'MXN' }),
      chosen: () => chosen,
    })
    expect(ruled.head()).toMatchObject({ name: 'Abarrotes Lupita', language: 'en', footer: '', paper: '58', printer })
    expect(ruled.setHead({ ...ruled.head(), paper: '80' })).toMatchObject({ name: 'Abarrotes Lupita', paper: '80' })
    expect(refused(() => ruled.setHead({ ...ruled.head(), name: 'Mine' }))).toEqual(['not-allowed', 'policy'])
    expect(ruled.head()).toMatchObject({ name: 'Abarrotes Lupita' })
  })

  it('refuse an invalid picture, and a roll printer with sheet paper', () => {
    const fake = `data:image/png;base64,${Buffer.from('<svg onload="x">').toString('base64')}`
    expect(refused(() => receipts.setHead(shop({ logo: fake })))).toEqual(['invalid-input', 'logo'])
    expect(refused(() => receipts.setHead(shop({ logo: png.replace('png', 'jpeg') })))).toEqual([
      'invalid-input',
      'logo',
    ])
    for (const paper of ['A4', 'letter'] as const)
      expect(refused(() => receipts.setHead(shop({ paper })))).toEqual(['invalid-input', 'paper'])
    expect(receipts.head().logo).toBeNull()
  })

  it('are printed on the stored printer, at its paper width, with the shop’s name on top', async () => {
    receipts.setHead(shop({ name: 'Lupita', paper: '58' }))
    await receipts.printTest()
    await receipts.print({ ...sampleReceipt('es', '2026-11-22T19:20:00.000Z', inMexico), number: 'A-17' })
    const [test, sold] = sent.map(({ bytes }) => decode(bytes).lines.map(({ text }) => text))
    expect(test?.[0]?.trim()).toBe('Lupita')
    expect(test).toContain('-'.repeat(32))
    expect(sold).toContain(`Recibo${'A-17'.padStart(26)}`)
    expect(sent[0]?.printer).toEqual(printer)
  })

  it.each([
    ['58', 32],
    ['80', 48],
  ] as const)('are followed by a shift’s report on the same printer, on paper of %s mm', async (paper, columns) => {
    const device = await openReceiptPrinter()
    const real = createReceipts({
      ledger,
      now: () => Date.parse('2026-11-22T19:20:00.000Z'),
      language: () => 'es',
      place: () => ({ country: 'MX', currency: 'MXN' }),
    })
    real.setHead(shop({ name: 'Łupita', paper, printer: { host: '127.0.0.1', port: device.port } }))
    await real.printReport(scriptedShift())
    await device.close()
    expect(device.receipts).toHaveLength(1)
    const { lines, cuts } = decode(device.receipts[0]!)
    const strong = lines.filter(({ bold }) => bold).map(({ text }) => text.trim().replace(/ {2,}/, '  '))
    expect(strong[0]).toBe('Lupita')
    expect(strong).toEqual(expect.arrayContaining(['Corte X, turno 12', 'Ganado  $91.36']))
    const texts = lines.map(({ text }) => text)
    expect(texts).toContain(`Bank · Ana${'-$300.00'.padStart(columns - 10)}`)
    expect(texts).toContain(`  Ben · 3${'$558.00'.padStart(columns - 9)}`)
    expect(cuts).toBe(1)
  })

  it('are printed one at a time, and a failed one is not resent and does not block the next', async () => {
    receipts.setHead(shop())
    let fail: (error: Error) => void = () => undefined
    answer = () => new Promise((_, reject) => (fail = reject))
    const first = refusal(receipts.printTest())
    const second = receipts.printTest()
    await vi.waitFor(() => expect(sent).toHaveLength(1), soon)
    answer = () => Promise.resolve()
    fail(new AppError('printer-failed', 'No', { details: { reason: 'cut-off' } }))
    expect(await first).toEqual(['printer-failed', 'cut-off'])
    await second
    expect(sent).toHaveLength(2)
  })
})
