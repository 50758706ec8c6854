// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPeople } from '../../../testing/fixtures/steps.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const bea = { id: '0b6c1f5e-6a53-4c0f-9a10-0000000000b1', name: 'Bea' }
const beasAddress = '0x8bA1cc09551Bd43280301264500036ddD64dbA72' as const

test('adds a named address only with the password', async () => {
  till = await mountTill('/people', { 'people.save': [bea] })
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
  till = await mountTill('/people', { 'people.save': [bea] })
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

const suggestedPeople = [
  { name: null, phones: ['+525587654321'], emails: [], times: 7 },
  { name: 'Lupe', phones: [], emails: ['lupe@example.org'], times: 1 },
]

test('saves only those of the history who were ticked, or got a name', async () => {
  till = await mountTill('/people', { suggestedPeople, 'people.add': [bea] })
  await till.until(() => till.button('Add from purchases'))
  await till.press('Add from purchases')
  await till.until(() => till.button('lupe@example.org · 1 purchase'))
  expect(till.isOff('Save')).toBe(true)
  await till.press('lupe@example.org · 1 purchase')
  await till.press('Save one person')
  await till.until(() => expect(till.text()).toContain('Bea'))
  expect(till.inputsOf('people.add')).toMatchObject([{ people: [{ name: 'Lupe', emails: ['lupe@example.org'] }] }])
  expect(till.inputsOf('people.suggested')).toHaveLength(2)
})

test('ticks whoever gets a name, and saves a number without one under itself', async () => {
  till = await mountTill('/people', { suggestedPeople, 'people.add': [bea] })
  await till.until(() => till.button('Add from purchases'))
  await till.press('Add from purchases')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Mum')
  till.button('Save one person')
  await till.type('Name', '')
  await till.press('Everyone')
  await till.press('Save 2 people')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ name: '+52 55 8765 4321', phones: ['+525587654321'] }, { name: 'Lupe' }] },
  ])
})

test('offers nothing of the history if there is nobody in it', async () => {
  till = await mountTill('/people')
  await till.until(() => till.button('Edit Ana'))
  expect(() => till.button('Add from purchases')).toThrow()
})

const stranger = { phones: ['+525587654321'], emails: [], addresses: [], colour: null, unread: [], mistyped: [] }

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
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut }, 'people.add': [bea] })
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
  till = await mountTill('/people', { 'people.readFile': { contacts: [john], leftOut: [] }, 'people.add': [bea] })
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

test('says while a number is typed whose it is too, saves it anyway, and says in the list whom purchases name', async () => {
  const beto = {
    ...bea,
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

test('adds two numbers to one person if both get the same name', async () => {
  till = await mountTill('/people', { suggestedPeople, 'people.add': [bea] })
  await till.until(() => till.button('Add from purchases'))
  await till.press('Add from purchases')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'lupe')
  await till.press('Everyone')
  await till.press('Save one person')
  await till.until(() => expect(till.inputsOf('people.add')).toHaveLength(1))
  expect(till.inputsOf('people.add')).toMatchObject([
    { people: [{ id: null, name: 'lupe', phones: ['+525587654321'], emails: ['lupe@example.org'] }] },
  ])
})

test('finds a contact among many by name or number, and keeps what was ticked', async () => {
  const contacts = Array.from({ length: 60 }, (_, index) => ({
    ...stranger,
    name: `Person ${index}`,
    phones: [`+5255876543${index + 10}`],
  }))
  till = await mountTill('/people', { 'people.readFile': { contacts, leftOut: [] }, 'people.add': [bea] })
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

test('exports in the chosen format, and says where the file is', async () => {
  till = await mountTill('/people', { 'people.export': { path: '/home/luz/till-people.csv' } })
  await till.until(() => till.button('Export'))
  await till.press('Export')
  await till.until(() => expect(till.text()).toContain('Anyone who has the file can read'))
  await till.press('CSV')
  expect(till.isOff('Save file')).toBe(true)
  await till.type('Wallet password', 'wrong')
  await till.press('Save file')
  await till.until(() => expect(till.text()).toContain('Wrong password'))
  await till.type('Wallet password', 'correct horse')
  await till.press('Save file')
  await till.until(() => expect(till.text()).toContain('Saved: /home/luz/till-people.csv'))
  expect(till.inputsOf('people.export').at(-1)).toMatchObject({
    format: 'csv',
    password: 'correct horse',
    filePassword: null,
  })
})

test('exports only with the password while Till is locked', async () => {
  till = await mountTill('/people', { 'people.export': { path: '/x' } })
  await till.until(() => till.button('Export'))
  till.scripted.setApp({ locked: true })
  await till.press('Export')
  await till.until(() => expect(till.text()).toContain('Enter your password to export this list'))
  expect(() => till.button('Save file')).toThrow()
  till.scripted.setApp({ locked: false })
  await till.until(() => till.button('Save file'))
})

test('keeps the dialog open if no file was chosen for the export', async () => {
  till = await mountTill('/people', { 'people.export': { path: null } })
  await till.until(() => till.button('Export'))
  await till.press('Export')
  await till.type('Wallet password', 'correct horse')
  await till.press('Save file')
  await till.until(() => expect(till.inputsOf('people.export')).toHaveLength(1))
  till.button('Save file')
})

test('encrypts an export under a strong password of its own', async () => {
  till = await mountTill('/people', { 'people.export': { path: '/x' }, 'vault.strength': { score: 4 } })
  await till.until(() => till.button('Export'))
  await till.press('Export')
  await till.press('Encrypt with a password')
  expect(till.isOff('Save file')).toBe(true)
  await till.type('Password for the file', 'correct horse battery')
  await till.type('Confirm password', 'correct horse battery')
  expect(till.isOff('Save file')).toBe(true)
  await till.type('Wallet password', 'correct horse')
  await till.pressRead('Save file')
  await till.until(() => expect(till.inputsOf('people.export')).toHaveLength(1))
  expect(till.inputsOf('people.export')).toMatchObject([
    { format: 'vcf', filePassword: 'correct horse battery', password: 'correct horse' },
  ])
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

test('marks a person without a name with a figure instead of the first signs of the number', async () => {
  const [ana] = scriptedPeople
  if (ana === undefined) throw new Error('No scripted person')
  till = await mountTill('/people', { people: [{ ...ana, name: '+44 7400 123456' }] })
  await till.until(() => till.button('Edit +44 7400 123456'))
  expect(till.text()).not.toContain('+7')
  expect(document.querySelector('main .lucide-user-round')).not.toBeNull()
})
