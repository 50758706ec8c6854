// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedBea, scriptedPeople } from '../../../testing/fixtures/steps.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const beasAddress = '0x8bA1cc09551Bd43280301264500036ddD64dbA72' as const

test('adds a named address only with the password', async () => {
  till = await mountTill('/people', { 'people.save': [scriptedBea] })
  await till.until(() => expect(till.text()).toContain('Savings at the exchange'))
  till.scripted.setApp({ locked: true })
  await till.press('Add a person')
  await till.until(() => expect(till.text()).toContain('Enter your password to change this list'))
  expect(() => till.field('Name')).toThrow()
  till.scripted.setApp({ locked: false })
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Bea')
  await till.type('Address for coins', beasAddress)
  await till.press('Add')
  await till.until(() => expect(till.text()).toContain('Bea'))
  expect(till.inputsOf('people.save')).toMatchObject([{ id: null, name: 'Bea', phones: [], addresses: [beasAddress] }])
})

test('adds a field for another number where it is wanted, with the focus in it, and saves all of them', async () => {
  till = await mountTill('/people', { 'people.save': [scriptedBea] })
  await till.until(() => till.button('Edit Ana'))
  await till.press('Edit Ana')
  await till.until(() => expect(till.field('Name').value).toBe('Ana'))
  expect(till.field('Phone number').value).toBe('+525512345678')
  await till.press('Another phone number')
  await till.until(() => expect(document.activeElement).toBe(till.field('Another phone number')))
  await till.type('Another phone number', '55 8765 4321')
  await till.press('Save')
  await till.until(() => expect(till.inputsOf('people.save')).toHaveLength(1))
  expect(till.inputsOf('people.save')).toMatchObject([
    { id: scriptedPeople[0]?.id, name: 'Ana', phones: ['+525512345678', '55 8765 4321'], emails: ['ana@example.org'] },
  ])
})

test('offers no field for more numbers than a person may have', async () => {
  const [ana] = scriptedPeople
  if (ana === undefined) throw new Error('No scripted person')
  const phones = Array.from({ length: 20 }, (_, index) => `+5255123456${index + 10}`)
  till = await mountTill('/people', { people: [{ ...ana, phones }] })
  await till.until(() => till.button('Edit Ana'))
  await till.press('Edit Ana')
  await till.until(() => till.button('Another e-mail'))
  expect([till.isOff('Another phone number'), till.isOff('Another e-mail')]).toEqual([true, false])
})

test('keeps its fields, their labels and the room of the colours while a number and a known name are typed', async () => {
  till = await mountTill('/people')
  await till.until(() => till.button('Add a person'))
  await till.press('Add a person')
  await till.until(() => till.field('Name'))
  const dialog = document.querySelector('[role="dialog"]')
  const fields = (): string[] => [...(dialog?.querySelectorAll('label') ?? [])].map((label) => label.textContent)
  const before = fields()
  expect(till.isOff('Another phone number')).toBe(true)
  till.field('Phone number').focus()
  await till.type('Phone number', '5')
  await till.until(() => expect(till.isOff('Another phone number')).toBe(false))
  expect(fields()).toEqual(before)
  expect(document.activeElement).toBe(till.field('Phone number'))
  await till.type('Name', 'Ana')
  await till.until(() => expect(till.text()).toContain('Ana is here already'))
  expect(fields()).toEqual(before)
  expect(dialog?.querySelector('[role="radiogroup"]')?.closest('.invisible')).not.toBeNull()
})

test('says which number is not one, and keeps what was typed', async () => {
  const wrong = { code: 'invalid-input', details: { reason: 'not-a-phone' } } as const
  till = await mountTill('/people', { fails: { 'people.save': wrong } })
  await till.until(() => till.button('Add a person'))
  await till.press('Add a person')
  await till.until(() => till.field('Name'))
  expect(till.isOff('Add')).toBe(true)
  await till.type('Name', 'Bea')
  await till.type('Phone number', '12')
  await till.press('Add')
  await till.until(() => expect(till.text()).toContain('isn’t a phone number'))
  expect(till.field('Phone number').value).toBe('12')
})

test('finds a person among many by a part of the name, address or number', async () => {
  const [ana] = scriptedPeople
  if (ana === undefined) throw new Error('No scripted person')
  const people = Array.from({ length: 8 }, (_, index) => ({
    ...ana,
    id: `0b6c1f5e-6a53-4c0f-9a10-00000000000${index}`,
    name: `José ${index}`,
    phones: [`+52551234567${index}`],
    emails: [`jose${index}@example.org`],
  }))
  till = await mountTill('/people', { people })
  await till.until(() => till.button('Edit José 0'))
  for (const text of ['jose 3', 'E3@', '55 1234 5673']) {
    await till.type('Search people', text)
    await till.until(() => expect(() => till.button('Edit José 0')).toThrow())
    till.button('Edit José 3')
  }
  await till.type('Search people', 'bea')
  await till.until(() => expect(till.text()).toContain('Nobody found.'))
})

test('removes a person only after the question', async () => {
  till = await mountTill('/people', { 'people.remove': scriptedPeople.slice(1) })
  await till.until(() => till.button('Remove Ana'))
  await till.press('Remove Ana')
  await till.until(() => expect(till.text()).toContain('Your purchases and transfers stay listed.'))
  expect(till.inputsOf('people.remove')).toEqual([])
  await till.press('Remove')
  await till.until(() => expect(() => till.button('Edit Ana')).toThrow())
  expect(till.inputsOf('people.remove')).toEqual([{ id: scriptedPeople[0]?.id }])
})

test('leads to top-ups for a number, and to sending to an address', async () => {
  till = await mountTill('/people')
  await till.until(() => till.button('Top up Ana'))
  expect(till.button('Top up Ana').getAttribute('href')).toContain('525512345678')
  expect(till.button('Send to Savings at the exchange').getAttribute('href')).toContain('/wallet/send?to=0x')
})

test('says while a number is typed whose it is too, saves it anyway, and says in the list whom purchases name', async () => {
  const beto = {
    ...scriptedBea,
    name: 'Beto Ruiz',
    colour: 'rose' as const,
    phones: ['+525512345678'],
    emails: [],
    addresses: [],
  }
  till = await mountTill('/people', { 'people.save': [...scriptedPeople, beto] })
  await till.until(() => till.button('Add a person'))
  await till.press('Add a person')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Beto Ruiz')
  expect(till.text()).not.toContain('is already')
  for (const typed of ['55 1234 5678', '+52 55 1234 5678']) {
    await till.type('Phone number', typed)
    await till.until(() => expect(till.text()).toContain('55 1234 5678 is already Ana’s.'))
  }
  await till.press('Add')
  await till.until(() =>
    expect(till.text()).toContain('+52 55 1234 5678 · shared with Ana. Purchases show the name Ana.'),
  )
  expect(till.text()).toContain('+52 55 1234 5678 · shared with Beto Ruiz')
})

test('marks a person without a name with a figure instead of the first signs of the number', async () => {
  const [ana] = scriptedPeople
  if (ana === undefined) throw new Error('No scripted person')
  till = await mountTill('/people', { people: [{ ...ana, name: '+44 7400 123456' }] })
  await till.until(() => till.button('Edit +44 7400 123456'))
  expect(till.text()).not.toContain('+7')
  expect(document.querySelector('main .lucide-user-round')).not.toBeNull()
})
