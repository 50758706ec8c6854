// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { scriptedPeople } from '../../../../testing/fixtures/steps.ts'
import { scriptedPurchase } from '../../../../testing/fixtures/purchases.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const open = async (
  given: Pick<Partial<PurchaseView>, 'reference' | 'productType'>,
  status: 'delivered' | 'failed' = 'delivered',
): Promise<void> => {
  const purchase = scriptedPurchase(70, status, 9, given)
  till = await mountTill(`/purchases/${purchase.id}`, {
    purchases: [purchase],
    'people.add': scriptedPeople,
    'people.save': ({ name, phones }) => [{ id: '0b6c1f5e-6a53-4c0f-9a10-0000000000b1', name, phones }],
  })
  await till.until(() => expect(till.inputsOf('people.list')).toHaveLength(status === 'delivered' ? 1 : 0))
  await till.until(() => till.button('Print'))
}
const isOffered = (): boolean => {
  try {
    return till.button('Save to People') !== null
  } catch {
    return false
  }
}

test('saves the number of a delivered purchase under a name, and does not offer it again', async () => {
  await open({ reference: '+525587654321' })
  await till.until(() => till.button('Save to People'))
  await till.press('Save to People')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525587654321'))
  await till.type('Name', 'Mum')
  Object.assign(till.scripted.script, { 'people.owner': () => 'Mum' })
  await till.press('Add')
  await till.until(() => expect(till.text()).toContain('Saved to People.'))
  expect(till.inputsOf('people.save')).toMatchObject([{ id: null, name: 'Mum', phones: ['+525587654321'], emails: [] }])
  await till.until(() => expect(isOffered()).toBe(false))
})

test('adds the number to somebody who is here already, and says so first', async () => {
  await open({ reference: '+525587654321' })
  await till.until(() => till.button('Save to People'))
  await till.press('Save to People')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'ana')
  await till.until(() => expect(till.text()).toContain('Ana is here already. Saving adds +52 55 8765 4321.'))
  await till.press('Add')
  await till.until(() => expect(till.text()).toContain('Saved to People.'))
  expect(till.inputsOf('people.save')).toEqual([])
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ id: scriptedPeople[0]?.id, phones: ['+525587654321'], emails: [], addresses: [] }] },
  ])
})

test('names the saved person in the title and on the screen’s receipt, and on no printed one', async () => {
  await open({ reference: '+525512345678' })
  await till.until(() => expect(till.text()).toContain('delivered to Ana · +52'))
  const receipt = document.querySelector('[aria-label="Receipt"]')
  const name = [...(receipt?.querySelectorAll('.print\\:hidden') ?? [])].map((one) => one.textContent)
  expect(name).toEqual(['Ana · '])
  expect(till.inputsOf('people.owner')).toEqual([{ to: '+525512345678', country: 'MX', productType: 'topup' }])
})

test('names the person once they are saved', async () => {
  await open({ reference: '+525587654321' })
  await till.until(() => till.button('Save to People'))
  expect(till.text()).not.toContain('Mum ·')
  await till.press('Save to People')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Mum')
  Object.assign(till.scripted.script, { 'people.owner': () => 'Mum' })
  await till.press('Add')
  await till.until(() => expect(till.text()).toContain('delivered to Mum · +52'))
})

test('saves the e-mail address of a delivered gift card', async () => {
  await open({ productType: 'gift_card', reference: 'mum@example.org' })
  await till.until(() => till.button('Save to People'))
  await till.press('Save to People')
  await till.until(() => expect(till.field('E-mail').value).toBe('mum@example.org'))
})

test('gives a number that went without its calling code the one of its country', async () => {
  await open({ reference: '5587654321' })
  await till.until(() => till.button('Save to People'))
  await till.press('Save to People')
  await till.until(() => expect(till.field('Phone number').value).toBe('+525587654321'))
})

test.each([
  ['is somebody’s', { reference: '+525512345678' }],
  ['is somebody’s, without its calling code', { reference: '5512345678' }],
  ['is a player’s number', { productType: 'gaming', reference: '87654321' }],
  ['is missing', { reference: null }],
])('offers nothing if the recipient %s', async (_, given) => {
  await open(given)
  expect(isOffered()).toBe(false)
})

test('offers nothing before the delivery: the number may be wrong', async () => {
  await open({ reference: '+525587654321' }, 'failed')
  expect(isOffered()).toBe(false)
})
