// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

async function open(path: string | null = '/home/luz/till-purchases.csv'): Promise<void> {
  till = await mountTill('/purchases', { 'bookkeeping.export': { path } })
  await till.until(() => till.button('Export…'))
  await till.press('Export…')
}

test('exports everything with masked recipients unless told otherwise, and says where the file is', async () => {
  await open()
  expect(till.text()).toContain('Your notes are in it, unencrypted.')
  await till.press('Save file')
  await till.until(() => expect(till.text()).toContain('Export saved: /home/luz/till-purchases.csv'))
  expect(till.inputsOf('bookkeeping.export')).toMatchObject([{ of: null, format: 'csv', password: null }])
})

test('asks for the password before it saves whole recipients, and for valid days', async () => {
  await open()
  await till.press('In full')
  expect(till.isOff('Save file')).toBe(true)
  await till.type('Password', 'correct horse')
  await till.press('Chosen days')
  await till.type('First day', '2026-11-20')
  await till.type('Last day', '2026-11-19')
  expect(till.text()).toContain('This is before the first day.')
  expect(till.isOff('Save file')).toBe(true)
  await till.type('Last day', '2026-11-22')
  await till.press('Programs (JSON)')
  await till.press('Save file')
  await till.until(() => expect(till.inputsOf('bookkeeping.export')).toHaveLength(1))
  expect(till.inputsOf('bookkeeping.export')).toMatchObject([
    { of: { first: '2026-11-20', last: '2026-11-22' }, format: 'json', password: 'correct horse' },
  ])
})

test('sends no password that was typed for whole recipients once they are masked again', async () => {
  await open(null)
  await till.press('In full')
  await till.type('Password', 'correct horse')
  await till.press('Last digits')
  await till.press('Save file')
  await till.until(() => expect(till.inputsOf('bookkeeping.export')).toHaveLength(1))
  expect(till.inputsOf('bookkeeping.export')).toMatchObject([{ password: null }])
  till.button('Save file')
})

test('asks for a table in the page’s own language and decimal sign', async () => {
  const settings = { ...scriptedApp.settings, locale: 'pt', homeCountry: 'BR' } as const
  till = await mountTill('/purchases', { 'bookkeeping.export': { path: null }, app: { ...scriptedApp, settings } })
  await till.until(() => till.button('Exportar…'))
  await till.press('Exportar…')
  expect(till.text()).toContain('como no seu idioma')
  await till.press('Salvar arquivo')
  const table = { language: 'pt', decimalSign: ',' }
  await till.until(() => expect(till.inputsOf('bookkeeping.export')).toMatchObject([{ format: 'csv', table }]))
})

test('asks for the password before it exports from a locked Till', async () => {
  till = await mountTill('/purchases', { app: { ...scriptedApp, locked: true } })
  await till.until(() => till.button('Export…'))
  await till.press('Export…')
  expect(till.text()).toContain('Enter your password to export your purchases and notes.')
  expect(till.text()).not.toContain('Save file')
})
