import { expect, test } from 'vitest'
import { scriptedShop } from '../../../testing/fixtures/sales.ts'
import { shopHeadView, type ShopHead } from '../../../shared/receipts/receipt-views.ts'
import { draftOf, headOf, previewOf, problemsOf, type ShopDraft } from './shop-draft.ts'

const head: ShopHead = {
  ...scriptedShop,
  name: 'Lupita',
  address: ['Av. Juárez 12', 'Oaxaca'],
  printer: { host: 'printer.local', port: 9101 },
}
const draft = (given: Partial<ShopDraft> = {}): ShopDraft => ({ ...draftOf(head), ...given })
const wrong = (given: Partial<ShopDraft>): string[] =>
  Object.entries(problemsOf(draft(given))).flatMap(([field, problem]) => (problem ? [field] : []))

test('restores the same head from its draft', () => {
  expect(headOf(draft())).toEqual(head)
  expect(headOf(draft({ address: ' Av. Juárez 12 \n\n Oaxaca' }))).toEqual(head)
  expect(headOf(draftOf(scriptedShop))).toEqual(scriptedShop)
})

test('reports problems by field, and those of the printer only for a network printer', () => {
  expect(wrong({})).toEqual([])
  expect(wrong({ name: 'x'.repeat(81) })).toEqual(['name'])
  expect(problemsOf(draft({ name: 'x'.repeat(83) })).name).toBe(3)
  expect(wrong({ address: '1\n2\n3\n4\n5' })).toEqual(['addressLines'])
  expect(wrong({ address: `1\n${'x'.repeat(81)}` })).toEqual(['address'])
  expect(wrong({ taxNumber: 'x'.repeat(41), header: 'x'.repeat(301), footer: 'x'.repeat(301) })).toEqual([
    'taxNumber',
    'header',
    'footer',
  ])
  for (const host of ['', 'http://printer', 'a b', '-a', 'x'.repeat(254)]) expect(wrong({ host })).toEqual(['host'])
  for (const port of ['', '80', '65536', '9100a', '-1', '9e3', '9100.5']) expect(wrong({ port })).toEqual(['port'])
  expect(wrong({ printer: 'system', host: '', port: '' })).toEqual([])
})

test('accepts heads without problems, and previews any input as a valid head', () => {
  for (const host of ['192.168.1.50', 'fe80::1', 'epson-tm', 'a'])
    expect(shopHeadView.parse(headOf(draft({ host: ` ${host}`, port: '1024' })))).toMatchObject({ printer: { host } })
  const long = 'x'.repeat(400)
  const typed = { name: long, address: `${long}\n2\n3\n4\n5`, taxNumber: long, header: long, footer: long }
  const preview = previewOf(draft({ ...typed, host: '?', port: '?' }))
  expect(shopHeadView.parse(preview)).toEqual(preview)
  expect(preview.address).toHaveLength(4)
})
