import { describe, expect, it } from 'vitest'
import { inMexico } from '../../testing/receipts/in-mexico.ts'
import { sampleReceipt } from './sample-receipt.ts'
import { locales } from '../app/locales.ts'
import { receiptParts, type ReceiptPart } from './receipt-parts.ts'
import { shopHeadView, receiptStates, receiptView, type ShopHead, type SaleReceipt } from './receipt-views.ts'

const head: ShopHead = {
  name: 'Lupita',
  address: ['Av. Juárez 12'],
  taxNumber: 'X1',
  header: 'a\n\nb',
  footer: 'Gracias',
  logo: null,
  language: 'en',
  paper: '80',
  printer: 'none',
}
const receipt = sampleReceipt('en', '2026-11-22T19:20:00.000Z', inMexico)
const textOf = (part: ReceiptPart): string => {
  if (part.kind === 'rule' || part.kind === 'logo') return part.kind
  return 'label' in part ? `${part.label}: ${part.kind === 'pair' ? part.value : part.text}` : part.text
}
const parts = (given: Partial<SaleReceipt> = {}, of: Partial<ShopHead> = {}): string[] =>
  receiptParts({ ...head, ...of }, { ...receipt, ...given }, 'UTC').map(textOf)

describe('a receipt', () => {
  it('matches its schema in every language', () => {
    expect(shopHeadView.parse(head)).toEqual(head)
    for (const language of locales) {
      const sample = sampleReceipt(language, receipt.soldAt, inMexico)
      expect(receiptView.parse(sample)).toEqual(sample)
    }
  })

  it('has codes and instructions only after delivery', () => {
    const instructions = 'Dial *100#\nand send.'
    expect(parts({ instructions })).toEqual(
      expect.arrayContaining(['Code: 1234 5678 9012', 'Dial *100#', 'and send.', 'Delivered']),
    )
    for (const state of receiptStates.filter((one) => one !== 'delivered')) {
      const other = parts({ state, instructions }).join('\n')
      expect(other).not.toMatch(/Code|Dial|Delivered/)
    }
  })

  it('says where a code is that is not on it, and nothing of one that was never sent', () => {
    const given: Partial<SaleReceipt> = { bringsCode: true, codes: [] }
    for (const state of ['delivered', 'on-its-way'] as const) {
      expect(parts({ ...given, state, reference: 'ana@example.com' })).toContain('The code is sent to ana@example.com.')
      expect(parts({ ...given, state, reference: null }).join()).toContain('The code comes later.')
    }
    for (const state of ['failed', 'refunded', 'given-back'] as const)
      expect(parts({ ...given, state }).join()).not.toMatch(/The code/)
    expect(parts({ bringsCode: true }).join()).not.toMatch(/The code/)
    expect(parts({ codes: [] }).join()).not.toMatch(/The code/)
  })

  it('has the reference of the service once it was delivered, for the operator', () => {
    expect(parts({ serviceReference: 'tx_4711' })).toContain('Reference: tx_4711')
    expect(parts({ serviceReference: 'tx_4711', state: 'on-its-way' }).join()).not.toContain('tx_4711')
  })

  it('names each state differently, in every language', () => {
    const all = locales.flatMap((language) => receiptStates.map((state) => parts({ state }, { language }).join('\n')))
    expect(new Set(all).size).toBe(locales.length * receiptStates.length)
  })

  it('leaves out unknown amounts instead of showing 0', () => {
    const nothing = { clerk: null, reference: null, cashGiven: null, change: null, codes: [], qr: null }
    const bare = { name: '', address: [], taxNumber: '', header: '', footer: '' }
    expect(parts(nothing, bare)).toEqual([
      'Receipt: TEST',
      'Date: Nov 22, 2026, 7:20 PM',
      'rule',
      'Lumo MX$20.00',
      'Price: MX$22.00',
      'rule',
      'Delivered',
    ])
  })

  it('shows amounts of any size exactly, and refunded cash', () => {
    const odd = parts({ price: '12345678901234567.891', currency: 'KWD', refundedCash: '0.1' })
    expect(odd).toContain('Price: KWD 12,345,678,901,234,567.891')
    expect(odd).toContain('Refunded: KWD 0.100')
  })

  it.each([
    ['pt', 'BR', 'BRL', 'Preço: R$ 22,00', 'Lumo R$ 20,00'],
    ['fr', 'FR', 'EUR', 'Prix: 22,00 €', 'Lumo 20,00 €'],
    ['es', 'MX', 'MXN', 'Precio: $22.00', 'Lumo $20.00'],
    ['es', 'ES', 'EUR', 'Precio: 22,00 €', 'Lumo 20,00 €'],
    ['en', 'MX', 'MXN', 'Price: MX$22.00', 'Lumo MX$20.00'],
    ['en', 'GB', 'GBP', 'Price: £22.00', 'Lumo £20.00'],
    ['fr', 'SN', 'XOF', 'Prix: 2 200 F CFA', 'Lumo 2 000 F CFA'],
    // No receipt printer has these signs.
    ['en', 'NG', 'NGN', 'Price: NGN 22.00', 'Lumo NGN 20.00'],
    ['en', 'IN', 'INR', 'Price: INR 22.00', 'Lumo INR 20.00'],
  ] as const)(
    'has the money of its place as people write it there: %s in %s',
    (language, country, currency, ...lines) => {
      const sample = sampleReceipt(language, receipt.soldAt, { currency, phone: null })
      expect(receiptParts({ ...head, language, country }, sample).map(textOf)).toEqual(
        expect.arrayContaining([...lines]),
      )
    },
  )

  it('names dollars that are not those of the cash', () => {
    const given = { product: 'Steam 10.00 USD', currency: 'MXN' }
    expect(parts(given)).toEqual(expect.arrayContaining(['Steam USD 10.00', 'Price: MX$22.00']))
    expect(parts({ ...given, currency: 'USD' })).toEqual(expect.arrayContaining(['Steam $10.00', 'Price: $22.00']))
  })

  it('is in the form of the language where the country is unknown or none', () => {
    for (const country of [null, '', '1x'])
      expect(receiptParts({ ...head, country }, receipt).map(textOf)).toContain('Price: MX$22.00')
  })

  it('marks a reprint as a copy, and has the code of the sale', () => {
    const again = parts({ isReprint: true, qr: 'A7' })
    expect(again).toEqual(expect.arrayContaining(['COPY', 'To find this sale: A7']))
    expect(parts()).not.toContain('COPY')
  })

  it('contains no control characters', () => {
    const product = 'Gift\u001b@\u0007\u2028 card\u202e\ud800'
    expect(parts({ product })).toContain('Gift @ card')
  })
})
