// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { noBackupFile } from '../../../testing/fixtures/backup.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('deletes a wallet with its phrase, the end of its address and the password, and starts the setup again', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  till = await mountTill('/settings/delete', { 'backupFile.get': noBackupFile })
  await till.until(() => till.button('Delete…'))
  await till.press('Delete…')
  await till.until(() => till.field('Your recovery phrase, words separated by spaces'))
  expect(till.button(/^With a backup file/).hasAttribute('disabled')).toBe(true)
  await till.type('Your recovery phrase, words separated by spaces', ' Orbit  lemon ')
  await till.type('Password', 'correct horse')
  expect(till.isOff('Delete this wallet')).toBe(true)
  const end = till.scripted.script.accounts[0]!.address.slice(-4)
  await till.until(() => till.field(`Type ${end}`))
  await till.type(`Type ${end}`, end.toUpperCase())
  await till.submit('Password')
  await till.until(() => expect(reload).toHaveBeenCalledOnce())
  expect(till.inputsOf('vault.erase').at(-1)).toEqual({
    password: 'correct horse',
    typed: end.toUpperCase(),
    proof: { words: 'orbit lemon', passphrase: '' },
  })
  expect(till.inputsOf('app.renew')).toEqual([{ path: '/welcome' }])
  reload.mockRestore()
})

test('says why a wallet cannot be deleted yet, and keeps it', async () => {
  const fails = { 'vault.erase': { code: 'not-allowed', details: { reason: 'wallet-busy' } } } as const
  till = await mountTill('/settings/delete', { fails })
  await till.until(() => till.button('Delete…'))
  await till.press('Delete…')
  await till.until(() => expect(till.text()).toContain('Till makes one now in /media/you/STICK/Till'))
  const end = till.scripted.script.accounts[0]!.address.slice(-4)
  await till.until(() => till.field(`Type ${end}`))
  await till.type(`Type ${end}`, end)
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('is in progress'))
  expect(till.path()).toBe('/settings/delete')
})

test('deletes nothing before the address is known whose end is to be typed', async () => {
  till = await mountTill('/settings/delete', {
    'backupFile.get': noBackupFile,
    fails: { 'accounts.list': { code: 'internal' } },
  })
  await till.until(() => till.button('Delete…'))
  await till.press('Delete…')
  await till.until(() => till.field('Your recovery phrase, words separated by spaces'))
  await till.type('Your recovery phrase, words separated by spaces', 'orbit lemon')
  await till.type('Password', 'correct horse')
  expect(till.isOff('Delete this wallet')).toBe(true)
})
