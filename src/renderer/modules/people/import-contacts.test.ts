// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedBea, scriptedPeople } from '../../../testing/fixtures/steps.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const beasAddress = '0x8bA1cc09551Bd43280301264500036ddD64dbA72' as const

const stranger = {
  isCut: false,
  phones: ['+525587654321'],
  guessed: [] as string[],
  emails: [],
  addresses: [],
  colour: null,
  unread: [],
  mistyped: [],
}

const choose = async (name: string, text: string): Promise<void> => {
  const picker = till.field('A file with contacts')
  Object.defineProperty(picker, 'files', { value: [new File([text], name)], configurable: true })
  const before = till.inputsOf('people.readFile').length
  picker.dispatchEvent(new Event('change'))
  await till.until(() => expect(till.inputsOf('people.readFile').slice(before)).toEqual([{ text }]))
}

test('imports only those contacts of a file who were ticked', async () => {
  const contacts = [
    { ...stranger, name: 'Mum', colour: 'violet' as const },
    { ...stranger, name: 'Plumber', phones: ['+525511112222'] },
  ]
  const leftOut = [
    { name: 'John', to: '0917 123 4568', owners: [] },
    { name: null, to: null, owners: [] },
    { name: 'Rosa Tía', to: '+525512345678', owners: ['Tía Rosa'] },
    { name: 'Ana', to: '+525512345678', owners: ['Ana'] },
  ]
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut }, 'people.add': [scriptedBea] })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.vcf', 'BEGIN:VCARD')
  await till.until(() => expect(till.text()).toContain('Already here: Rosa Tía (as Tía Rosa) and Ana.'))
  expect(till.text()).toContain('that Till can use: John (0917 123 4568) and one more.')
  await till.press('+52 55 8765 4321')
  await till.press('Save one person')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ name: 'Mum', colour: 'violet', phones: ['+525587654321'] }] },
  ])
})

test('says before an import whose country is a guess, and whose name was cut', async () => {
  const phones = [0, 1, 2, 3, 4, 5, 6].map((last) => `+52558765432${last}`)
  const contacts = [
    { ...stranger, name: 'Mum', phones, guessed: phones },
    { ...stranger, name: 'María Guadalupe de los Ángeles Hernández', isCut: true },
  ]
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut: [] } })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.csv', 'Name,Phone')
  await till.until(() => expect(till.text()).toContain('read as numbers of Mexico: Mum (+52 55 8765 4320),'))
  expect(till.text()).toContain('Mum (+52 55 8765 4324), and 2 more.')
  expect(till.text()).toContain('Names shortened to 40 characters: María Guadalupe de los Ángeles Hernández.')
})

test('says before an import whom it adds numbers to, and adds an address for coins only after its own question', async () => {
  const contacts = [
    { ...stranger, name: '\u0410na', phones: ['+525587654321', '+525512345678'], addresses: [beasAddress] },
  ]
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut: [] }, 'people.add': scriptedPeople })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.vcf', 'BEGIN:VCARD')
  await till.until(() => expect(till.text()).toContain('Ana is here already. Saving adds +52 55 8765 4321.'))
  await till.press('+52 55 8765 4321 · +52 55 1234 5678')
  await till.press('Save one person')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  await choose('contacts.vcf', 'BEGIN:VCARD')
  await till.until(() => till.button('Coins for Ana may go to this address too:'))
  await till.press('+52 55 8765 4321 · +52 55 1234 5678')
  await till.press('Coins for Ana may go to this address too:')
  await till.press('Save one person')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(2))
  const added = { id: scriptedPeople[0]?.id, phones: ['+525587654321'], emails: [] }
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ ...added, addresses: [] }] },
    { people: [{ ...added, addresses: [beasAddress] }] },
  ])
})

test('says whose a number of a contact is already, and saves the contact under that person on one press', async () => {
  const contacts = [{ ...stranger, name: 'Ana Luisa', phones: ['+525512345678', '+525587654321'] }]
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut: [] }, 'people.add': scriptedPeople })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.vcf', 'BEGIN:VCARD')
  await till.until(() => expect(till.text()).toContain('+52 55 1234 5678 is already Ana’s.'))
  await till.press('Save under Ana')
  await till.until(() => expect(till.text()).toContain('Ana is here already. Saving adds +52 55 8765 4321.'))
  expect(till.text()).not.toContain('is already Ana’s')
  await till.press('Save one person')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ id: scriptedPeople[0]?.id, phones: ['+525587654321'], emails: [] }] },
  ])
})

test('says which number of a contact could not be read, and corrects a mistyped e-mail address', async () => {
  const mistyped = [{ email: 'john@gmial.com', suggestion: 'john@gmail.com' }]
  const john = {
    ...stranger,
    name: 'John',
    phones: [],
    emails: ['john@gmial.com'],
    unread: ['0917 123 4568'],
    mistyped,
  }
  till = await mountTill('/people', {
    'people.readFile': { contacts: [john], leftOut: [] },
    'people.add': [scriptedBea],
  })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.csv', 'Name')
  await till.until(() => expect(till.text()).toContain('Left out: 0917 123 4568. Numbers from other countries'))
  await till.press('Use this address')
  await till.press('john@gmail.com')
  await till.press('Save one person')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  expect(till.inputsOf('people.add')).toMatchObject([{ people: [{ name: 'John', emails: ['john@gmail.com'] }] }])
})

test('names what is left out of a contact without asking for the code of a country where there is no number', async () => {
  const contacts = [{ ...stranger, name: 'Fred', unread: ['abc-def', 'fred@example'] }]
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut: [] } })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.csv', 'Name')
  await till.until(() => expect(till.text()).toContain('Left out: abc-def and fred@example.'))
  expect(till.text()).not.toContain('country’s code')
})

test('says that two names in a file have one number, and afterwards what was saved', async () => {
  const contacts = [
    { ...stranger, name: 'Karim' },
    { ...stranger, name: 'Karim B.' },
    { ...stranger, name: 'Ana', phones: ['+525511112222'] },
  ]
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut: [] }, 'people.add': scriptedPeople })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.csv', 'Name')
  await till.until(() => expect(till.text()).toContain('+52 55 8765 4321 is also Karim B.’s in this file.'))
  expect(till.text()).toContain('+52 55 8765 4321 is also Karim’s in this file.')
  expect(till.text().match(/in this file/g)).toHaveLength(2)
  await till.press('Everyone')
  await till.press('Save 3 people')
  await till.until(() => expect(till.text()).toContain('Saved: 2 new people and additions to 1 person.'))
})

test('finds a contact among many by name or number, and keeps what was ticked', async () => {
  const contacts = Array.from({ length: 60 }, (_, index) => ({
    ...stranger,
    name: `Person ${index}`,
    phones: [`+5255876543${index + 10}`],
  }))
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut: [] }, 'people.add': [scriptedBea] })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.vcf', 'BEGIN:VCARD')
  await till.until(() => expect(till.text()).toContain('10 more. Search to see them.'))
  await till.press('+52 55 8765 4310')
  await till.type('Search contacts', 'son 59')
  await till.until(() => expect(() => till.button('+52 55 8765 4310')).toThrow())
  await till.press('+52 55 8765 4369')
  await till.type('Search contacts', '55 8765 4368')
  await till.press('+52 55 8765 4368')
  await till.press('Save 3 people')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ name: 'Person 0' }, { name: 'Person 58' }, { name: 'Person 59' }] },
  ])
})

test('says that a file has no contacts, only known ones, or unusable ones', async () => {
  const none = { code: 'invalid-input', details: { reason: 'not-contacts' } } as const
  till = await mountTill('/people', { fails: { 'people.readFile': none } })
  await till.until(() => till.button('Import contacts'))
  await choose('photo.jpg', 'JFIF')
  await till.until(() => expect(till.text()).toContain('There are no contacts in this file.'))
  till.close()
  till = await mountTill('/people', { 'people.readFile': { contacts: [], leftOut: [] } })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.vcf', 'BEGIN:VCARD')
  await till.until(() => expect(till.text()).toContain('Nobody new in this file'))
  till.close()
  till = await mountTill('/people', {
    'people.readFile': { contacts: [], leftOut: [{ name: 'Luz', to: '12', owners: [] }] },
  })
  await till.until(() => till.button('Import contacts'))
  await choose('contacts.vcf', 'BEGIN:VCARD')
  await till.until(() => expect(till.text()).toContain('that Till can use: Luz (12).'))
})

test('asks for the password of an encrypted file, then whom to save', async () => {
  const mum = { ...stranger, name: 'Mum', colour: 'violet' as const }
  till = await mountTill('/people', {
    'people.readFile': ({ password }) => (password === 'correct horse' ? { contacts: [mum], leftOut: [] } : null),
  })
  await till.until(() => till.button('Import contacts'))
  await choose('till-people.vcf.encrypted', '{}')
  await till.until(() => till.field('Password of the file'))
  await till.type('Password of the file', 'correct horse')
  await till.press('Open')
  await till.until(() => till.button('+52 55 8765 4321'))
})
