// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

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
