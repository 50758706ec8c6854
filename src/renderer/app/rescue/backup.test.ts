// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { noBackupFile, scriptedBackupFile } from '../../../testing/fixtures/backup.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const fresh = { app: { ...scriptedApp, profile: null, wallet: null, locked: true } }

test('opens a backup file, asks for its password, and restores its wallet and service', async () => {
  till = await mountTill('/welcome', fresh)
  await till.until(() => till.button('Continue with Mexico'))
  await till.press('Continue with Mexico')
  await till.until(() => till.button('Restore from a backup file'))
  await till.press('Restore from a backup file')
  await till.until(() => till.field('Path of the file'))
  expect(till.isOff('Open')).toBe(true)
  await till.type('Path of the file', ' /media/you/a.tillbackup ')
  await till.submit('Path of the file')
  await till.until(() => expect(till.text()).toContain('3 accounts'))
  expect(till.inputsOf('backupFile.open').at(-1)).toEqual({ file: '/media/you/a.tillbackup' })

  await till.type('Password', 'no')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Wrong password.'))
  expect(till.path()).toBe('/welcome/backup')
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.path()).toBe('/shop'))
  expect(till.inputsOf('app.renew').at(-1)).toEqual({ path: '/shop' })
})

test.each([null, 'ES'])('keeps the country chosen here when a backup with %s is restored', async (homeCountry) => {
  till = await mountTill('/welcome', { ...fresh, 'backupFile.restore': { settings: { homeCountry } } })
  await till.until(() => till.button('Continue with Mexico'))
  await till.press('Continue with Mexico')
  await till.until(() => till.button('Restore from a backup file'))
  await till.press('Restore from a backup file')
  await till.until(() => till.field('Path of the file'))
  await till.type('Path of the file', '/media/you/a.tillbackup')
  await till.submit('Path of the file')
  await till.until(() => till.field('Password'))
  const before = till.inputsOf('settings.set').length
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.path()).toBe('/shop'))
  expect(till.inputsOf('settings.set').slice(before)).toEqual([{ homeCountry: 'MX' }])
})

test('reports a file that is not a backup; a window with dialogs uses the system’s file dialog', async () => {
  const fails = { 'backupFile.open': { code: 'bad-backup', details: { reason: 'newer' } } } as const
  till = await mountTill('/welcome/backup', {
    ...fresh,
    'backupFile.get': { ...noBackupFile, typesPaths: false },
    fails,
  })
  await till.until(() => till.button('Choose the file…'))
  await till.press('Choose the file…')
  await till.until(() => expect(till.text()).toContain('A newer version of Till made'))
  expect(till.inputsOf('backupFile.open').at(-1)).toEqual({ file: null })
})

test('chooses a folder together with the password, and shows each error at its field', async () => {
  const fails: Script['fails'] = { 'backupFile.choose': { code: 'backup-failed', details: { reason: 'not-a-path' } } }
  till = await mountTill('/settings/backup', { 'backupFile.get': noBackupFile, fails })
  await till.until(() => till.button('Choose a folder'))
  await till.press('Choose a folder')
  await till.until(() => till.field('Folder'))
  await till.type('Folder', 'stick')
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Enter the full path of an existing folder'))
  till.scripted.script.fails = {}
  await till.type('Folder', '/media/you/STICK')
  await till.type('Password', 'no')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Wrong password.'))
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Till makes one a day in /media/you/STICK, last'))
  expect(till.text()).toContain('Backup file made and checked.')
  await till.press('Change')
  await till.until(() => till.field('Folder'))
  await till.type('Password', 'correct horse')
  await till.press('Turn off')
  await till.until(() => expect(till.text()).toContain('Automatic backups are off'))
})

test('shows at once that a folder is being checked', async () => {
  till = await mountTill('/settings/backup', { 'backupFile.get': noBackupFile, hangs: new Set(['backupFile.choose']) })
  await till.until(() => till.button('Choose a folder'))
  await till.press('Choose a folder')
  await till.until(() => till.field('Folder'))
  await till.type('Folder', '/media/you/STICK')
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  expect(till.button('Checking password and folder…').getAttribute('aria-busy')).toBe('true')
})

test('shows why a backup failed, until one succeeds', async () => {
  const problem = { code: 'backup-failed', details: { reason: 'folder-gone' } } as const
  till = await mountTill('/settings/backup', { 'backupFile.get': { ...scriptedBackupFile(30), problem } })
  await till.until(() => expect(till.text()).toContain('If it’s on a USB stick or another disk, connect it.'))
  await till.press('Back up now')
  await till.until(() => expect(till.text()).not.toContain('connect it'))
})

test('the wallet reminds of a backup only when one is due', async () => {
  till = await mountTill('/wallet', { 'backupFile.get': { ...noBackupFile, isDue: true } })
  await till.until(() => expect(till.text()).toContain('has had no backup file for 14 days'))
  expect(till.button('Back up').getAttribute('href')).toBe('#/settings/backup#backup')
  till.close()
  till = await mountTill('/wallet', { 'backupFile.get': noBackupFile })
  await till.until(() => expect(till.text()).toContain('Receive'))
  expect(till.text()).not.toContain('no backup file')
})
