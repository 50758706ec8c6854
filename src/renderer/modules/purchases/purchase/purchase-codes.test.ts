// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedCode } from '../../../../testing/fixtures/codes.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const card = scriptedPurchase(8, 'delivered', 60, { brandName: 'Casa Market', productType: 'gift_card' })
const open = (purchases = [card]) => mountTill(`/purchases/${card.id}`, { purchases })

test('keeps a pasted code of a delivered gift card, and lists it there', async () => {
  till = await open()
  await till.until(() => till.button('Keep the code'))
  await till.press('Keep the code')
  await till.until(() => till.field('Code'))
  const submit = () => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')
  expect(submit()?.disabled).toBe(true)
  await till.type('Code', ' 6FGH-21KQ-P0ZV\n')
  await till.type('PIN, if it has one', '4821')
  till.scripted.script['codes.keep'] = () => {
    till.scripted.script.codes = [scriptedCode(1)]
    return scriptedCode(1)
  }
  submit()?.click()
  await till.until(() => expect(till.text()).toContain('•••• P0ZV'))
  expect(till.text()).not.toContain('Keep the code here')
  expect(till.text().indexOf('P0ZV')).toBeLessThan(till.text().indexOf('What to do now'))
  expect(till.button('Another code').getAttribute('aria-haspopup')).toBe('dialog')
  expect(till.inputsOf('codes.keep')).toMatchObject([{ purchaseId: card.id, pin: '4821', expiresOn: null, note: '' }])
})

test('warns of a code that is kept for another purchase, and keeps it nevertheless', async () => {
  till = await open()
  await till.until(() => till.button('Keep the code'))
  await till.press('Keep the code')
  await till.until(() => till.field('Code'))
  const { purchase } = scriptedCode(2)
  till.scripted.script['codes.findSame'] = ({ text }: { text: string }) =>
    text.startsWith('LPA:') ? scriptedCode(2, { purchase, keptAt: '2026-11-30T12:00:00.000Z' }) : null
  await till.type('Code', 'LPA:1$smdp.example.com$ABC')
  await till.until(() => expect(document.body.textContent).toContain('You kept this code for Vireo Travel on Nov 30'))
  expect(document.body.textContent).toContain('An eSIM can usually be installed only once.')
  expect(document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.disabled).toBe(false)
  await till.type('Code', '6FGH-21KQ-P0ZV')
  await till.until(() => expect(document.body.textContent).not.toContain('You kept this code'))
})

test('offers to keep nothing of a top-up, nor before the delivery', async () => {
  till = await open([{ ...card, status: 'on-its-way' }])
  await till.until(() => expect(till.text()).toContain('Casa Market'))
  expect(till.text()).not.toContain('Keep the code')
  till.close()
  till = await open([scriptedPurchase(8, 'delivered', 60)])
  await till.until(() => expect(till.text()).toContain('Lumo Móvil'))
  expect(till.text()).not.toContain('Keep the code')
})
