// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedDraft } from '../../../../testing/fixtures/drafts.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('buys a closed purchase again in one press, but not an open one', async () => {
  const [done, moving] = [scriptedPurchase(80, 'delivered', 9), scriptedPurchase(81, 'on-its-way', 1)]
  till = await mountTill('/purchases', { purchases: [moving, done] })
  await till.until(() => till.button('Buy again: Lumo Móvil MX$200 · +52 55 1234 5678'))
  expect(document.querySelectorAll('[aria-label^="Buy again"]')).toHaveLength(1)
  await till.press('Buy again: Lumo Móvil MX$200 · +52 55 1234 5678')
  await till.until(() => expect(till.path()).toBe(`/checkout/lumo_MX_200-I?from=${done.id}`))
  await till.until(() => expect(till.field('Phone number').value).toBe('+525512345678'))
})

test('lists drafts above the purchases, even before the first one, and removes them there', async () => {
  till = await mountTill('/purchases', {
    purchases: [],
    drafts: [scriptedDraft(1), scriptedDraft(2, { before: '9.80' })],
  })
  await till.until(() => expect(till.text()).toContain('No purchases yet'))
  await till.until(() => expect(till.text()).toContain('Not paid. Nothing is paid until you open it and pay.'))
  till.button(/^Lumo Móvil MX\$200 Ana · \+52 55 1234 5678 · Mexico · 1 hour ago Was 9\.80, now 10\.84 USDC$/)
  await till.press(/^Remove from saved/)
  await till.press(/^Remove from saved/)
  await till.until(() => expect(till.text()).not.toContain('Saved for later'))
  expect(till.scripted.script.drafts).toEqual([])
})

test('names the price of a draft in the coin that it was saved with', async () => {
  const draft = scriptedDraft(1, { paymentMethod: { networkKey: 'meadow', tokenKey: 'usdt' } })
  till = await mountTill('/purchases', { drafts: [draft], purchases: [] })
  await till.until(() => till.button(/10\.84 USDT/))
})

test('restores a removed draft', async () => {
  till = await mountTill('/purchases', { drafts: [scriptedDraft(1, { fields: { 'sender.name': 'Eva' } })] })
  await till.until(() => till.button(/^Remove from saved/))
  await till.press(/^Remove from saved/)
  await till.until(() => expect(till.scripted.script.drafts).toEqual([]))
  await till.press('Undo')
  await till.until(() => till.button(/^Remove from saved/))
  expect(till.scripted.script.drafts).toMatchObject([
    {
      reference: '+525512345678',
      fields: { 'sender.name': 'Eva' },
      paymentMethod: { networkKey: 'harbor', tokenKey: 'usdc' },
    },
  ])
})

test('shows, while Till is locked too, whom it is for, like a purchase, and marks an incomplete recipient', async () => {
  const drafts = [scriptedDraft(1), scriptedDraft(2, { recipient: '551111', isComplete: false })]
  till = await mountTill('/purchases', { drafts, purchases: [] })
  till.scripted.setApp({ locked: true })
  await till.until(() => till.button(/^Lumo Móvil MX\$200 Ana · \+52 55 1234 5678 · Mexico/))
  till.button(/^Lumo Móvil MX\$200 Incomplete · 551111 · Mexico/)
})

test('finds only purchases in a search', async () => {
  till = await mountTill('/purchases?q=lumo', { drafts: [scriptedDraft(1)] })
  await till.until(() => till.button(/^Buy again/))
  expect(till.text()).not.toContain('Not paid. Nothing is paid')
})
