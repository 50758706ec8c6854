// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedDraft } from '../../../testing/fixtures/drafts.ts'
import { scriptedPurchase } from '../../../testing/fixtures/purchases.ts'
import { scriptedReminder } from '../../../testing/fixtures/reminders.ts'
import { scriptedPeople } from '../../../testing/fixtures/steps.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const people = [...scriptedPeople]
const hers = scriptedPurchase(70, 'delivered', 90, { reference: '+525512345678' })
const other = scriptedPurchase(71, 'delivered', 91, { reference: '+525587654321' })

test('what can be bought again in the shop names the saved person, and shows the number of nobody’s', async () => {
  till = await mountTill('/shop', { people, purchases: [hers, other] })
  await till.until(() => till.button(/^Lumo Móvil MX\$200 Ana Mexico/))
  till.button(/^Lumo Móvil MX\$200 \+52 55 8765 4321 Mexico/)
  till.button('Remove Lumo Móvil MX$200 for Ana · +52 55 1234 5678 from Buy again')
})

test('drafts name the saved person, in the shop and under Purchases', async () => {
  till = await mountTill('/shop', { people, drafts: [scriptedDraft(1)] })
  await till.until(() => till.button(/^Lumo Móvil MX\$200 Ana Mexico/))
  await till.router.push('/purchases')
  await till.until(() => till.button(/^Lumo Móvil MX\$200 Ana · \+52 55 1234 5678 · Mexico/))
})

test('reminders name the saved person', async () => {
  till = await mountTill('/reminders', { reminders: [scriptedReminder(hers)] })
  await till.until(() => expect(till.text()).toContain('Ana · +52 55 1234 5678'))
  till.button(/Lumo Móvil MX\$200 · Ana · \+52 55 1234 5678/)
})

test('the activity of the wallet names the saved person', async () => {
  till = await mountTill('/wallet', { people, purchases: [hers, other] })
  await till.until(() => till.button(/to Ana · \+52\s55\s1234\s5678/))
  till.button(/to \+52\s55\s8765\s4321/)
})
