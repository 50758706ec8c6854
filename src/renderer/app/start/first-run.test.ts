// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { AccountView } from '../../../shared/wallet/views.ts'
import { scriptedAccounts, scriptedApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const fresh = { app: { ...scriptedApp, profile: null, wallet: null, locked: true } }

test('first run leads from the sandbox through the backup check to the shop', async () => {
  till = await mountTill('/shop', fresh)
  await till.until(() => expect(till.path()).toBe('/welcome'))
  await till.until(() => till.button('Continue with Mexico'))
  await till.press('Continue with Mexico')
  await till.until(() => till.button('Use play money'))
  await till.press('Use play money')
  await till.until(() => expect(till.path()).toBe('/welcome/new'))
  await till.until(() => till.field('New password'))
  await till.type('New password', 'seven calm green boats')
  await till.type('Confirm password', 'seven calm green boats')
  await till.until(() => expect(till.isOff('Continue')).toBe(false))
  await till.submit('New password')
  await till.until(() => till.button('Show the words'))
  await till.press('Show the words')
  expect(till.text()).toContain('orbit')
  await till.press('I wrote them down')
  await till.press('Continue')
  await till.until(() => till.field('Word 3'))

  for (const label of ['Word 3', 'Word 7', 'Word 11']) await till.type(label, 'wrong')
  till.scripted.script.fails = { 'vault.create': { code: 'backup-check-failed', details: { words: '7,11' } } }
  await till.submit('Word 3')
  await till.until(() => expect(till.text()).toContain('At least one word is wrong'))
  expect(till.text()).toContain('This isn’t word 7.')
  expect(till.text()).toContain('This isn’t word 11.')
  expect(till.text()).not.toContain('This isn’t word 3.')
  await till.until(() => expect(document.activeElement).toBe(till.field('Word 7')))

  till.scripted.script.fails = {}
  await till.type('Word 3', ' Hazard ')
  await till.type('Word 7', 'pencil')
  expect(till.text()).not.toContain('This isn’t word 7.')
  await till.type('Word 11', 'fiber')
  await till.submit('Word 3')
  await till.until(() => expect(till.path()).toBe('/shop'))
  expect(till.inputsOf('vault.create').at(-1)).toEqual({
    password: 'seven calm green boats',
    answers: ['hazard', 'pencil', 'fiber'],
    passphrase: '',
  })
  expect(till.inputsOf('vault.draft').at(-1)).toEqual({ count: 12 })
})

test('tests another service before it can be saved, and shows why a test failed', async () => {
  till = await mountTill('/welcome/service', { ...fresh, fails: { 'profile.test': { code: 'service-unauthorized' } } })
  await till.until(() => till.button(/^Another service/))
  await till.press(/^Another service/)
  await till.until(() => till.field('Web address'))
  expect(till.isOff('Save')).toBe(true)
  await till.type('Web address', 'https://shop.example/')
  await till.type('Partner name', 'corner-shop')
  await till.press('Test the service')
  await till.until(() => expect(till.text()).toContain('rejects the token'))
  expect(till.isOff('Save')).toBe(true)

  delete till.scripted.script.fails['profile.test']
  await till.press('Test the service')
  await till.until(() => expect(till.text()).toContain('3 networks to pay on.'))
  expect(till.isOff('Save')).toBe(false)
})

test('choosing Spanish translates the page at once', async () => {
  till = await mountTill('/welcome', fresh)
  till.scripted.setApp({ settings: { ...scriptedApp.settings, locale: 'es' } })
  await till.until(() => expect(till.text()).toContain('¿Dónde estás?'))
  expect(document.documentElement.lang).toBe('es')
})

async function choosePassword(again: string): Promise<void> {
  till = await mountTill('/welcome/new', { app: { ...fresh.app, profile: scriptedApp.profile } })
  await till.until(() => till.field('New password'))
  await till.type('New password', 'seven calm green boats')
  await till.type('Confirm password', again)
}
const drafts = (): number => till.inputsOf('vault.draft').length

test('reports a mismatched password when its field is left, not while it may still become right', async () => {
  await choosePassword('seven calm')
  expect(till.text()).not.toContain('The passwords don’t match.')
  till.field('Confirm password').dispatchEvent(new Event('blur'))
  await till.until(() => expect(till.text()).toContain('The passwords don’t match.'))
  await till.type('Confirm password', 'seven calm green boats')
  await till.until(() => expect(till.isOff('Continue')).toBe(false))
  expect(till.text()).not.toContain('The passwords don’t match.')
})

test('going back from the recovery phrase keeps the password and creates no new phrase', async () => {
  await choosePassword('seven calm green boats')
  expect(till.text()).toContain('Step 3 of 5')
  await till.until(() => expect(till.isOff('Continue')).toBe(false))
  await till.submit('New password')
  await till.until(() => till.button('Show the words'))
  expect(till.text()).toContain('Step 4 of 5')
  await till.press('Back')
  await till.until(() => expect(till.field('Confirm password').value).toBe('seven calm green boats'))
  await till.until(() => expect(till.isOff('Continue')).toBe(false))
  await till.submit('New password')
  await till.until(() => till.button('Show the words'))
  await till.press('Show the words')
  await till.press('I wrote them down')
  await till.press('Continue')
  await till.until(() => expect(till.text()).toContain('Step 5 of 5'))
  await till.press('Back')
  await till.until(() => till.button('Show the words'))
  await till.router.push('/welcome/restore')
  await till.until(() => till.button('Restore wallet'))
  await till.press('Back')
  await till.until(() => till.field('New password'))
  await till.type('New password', 'seven calm green boats')
  await till.type('Confirm password', 'seven calm green boats')
  await till.until(() => expect(till.isOff('Continue')).toBe(false))
  await till.submit('New password')
  await till.until(() => till.button('Show the words'))
  expect(drafts()).toBe(1)
})

test('offers 24 words, and a passphrase, which is typed twice and comes with a warning', async () => {
  await choosePassword('seven calm green boats')
  await till.press('24 words')
  await till.type('Passphrase (optional)', 'blue heron')
  await till.until(() => expect(till.text()).toContain('the words open a different wallet'))
  await till.until(() => expect(till.isOff('Continue')).toBe(true))
  await till.type('Confirm passphrase', 'blue hat')
  await till.until(() => expect(till.text()).toContain('The passphrases don’t match.'))
  await till.submit('New password')
  expect(drafts()).toBe(0)
  await till.type('Confirm passphrase', 'blue heron')
  await till.until(() => expect(till.isOff('Continue')).toBe(false))
  await till.submit('New password')
  await till.until(() => till.button('Show the words'))
  expect(till.inputsOf('vault.draft').at(-1)).toEqual({ count: 24 })
  await till.press('Show the words')
  await till.press('I wrote them down')
  await till.press('Continue')
  await till.until(() => till.field('Word 3'))
  for (const label of ['Word 3', 'Word 7', 'Word 11']) await till.type(label, 'wrong')
  await till.submit('Word 3')
  expect(till.inputsOf('vault.create').at(-1)).toMatchObject({
    passphrase: 'blue heron',
  })
})

async function restore(accounts: readonly AccountView[], fails: Script['fails'] = {}): Promise<void> {
  const app = { ...fresh.app, profile: scriptedApp.profile }
  till = await mountTill('/welcome/restore', { app, accounts: [...accounts], fails })
  await till.until(() => till.field('New password'))
  await till.type('Your recovery phrase, words separated by spaces', `orbit ${'lemon '.repeat(11)}`)
  await till.type('New password', 'seven calm green boats')
  await till.type('Confirm password', 'seven calm green boats')
  await till.type('Passphrase (optional)', 'blue heron')
  await till.type('Confirm passphrase', 'blue heron')
  await till.until(() => expect(till.isOff('Restore wallet')).toBe(false))
  await till.submit('New password')
  await till.until(() => expect(till.path()).toBe('/shop'))
}
const [first] = scriptedAccounts as [AccountView]
const second = { ...first, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', inUse: false } as const

test('searches a restored wallet once for accounts used elsewhere, and reports the result', async () => {
  await restore([first, second])
  expect(till.inputsOf('vault.restore').at(-1)).toMatchObject({
    passphrase: 'blue heron',
  })
  await till.until(() => expect(till.text()).toContain('Accounts found and added: 1'))
  expect(till.inputsOf('accounts.discover')).toHaveLength(1)
})

test.each([
  ['finds nothing', {}],
  ['fails', { 'accounts.discover': { code: 'network-unreachable' } }],
] as const)('a search after a restore that %s shows nothing', async (_, fails) => {
  await restore([first], fails)
  await till.until(() => expect(till.inputsOf('accounts.discover')).not.toEqual([]))
  await till.until(() => expect(till.text()).toContain('≈ MX$'))
  expect(till.text()).not.toContain('Accounts found')
  expect(till.text()).not.toContain('can’t be reached')
})

test('the button beside a secret is labelled with what it shows', async () => {
  await choosePassword('')
  await till.press('Show: New password')
  expect(till.field('New password').type).toBe('text')
  till.button('Hide: New password')
  expect(till.field('Confirm password').type).toBe('password')
})

test('a preset service is named, and is not a step of the first run', async () => {
  till = await mountTill('/welcome', { app: { ...scriptedApp, wallet: null, locked: true } })
  await till.until(() => expect(till.text()).toContain('Step 1 of 4'))
  await till.press('Continue with Mexico')
  await till.until(() => expect(till.path()).toBe('/welcome/new'))
  await till.until(() => expect(till.text()).toContain('Till uses Sandbox (127.0.0.1:4010).'))
  expect(till.text()).toContain('Step 2 of 4')
})

test('Enter leads from field to field until everything is typed', async () => {
  await choosePassword('')
  const enter = (): boolean =>
    (document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    )
  await till.until(() => expect(till.text()).toContain('Strong.'))
  expect(document.activeElement).toBe(till.field('New password'))
  enter()
  expect(document.activeElement).toBe(till.field('Confirm password'))
  await till.type('Confirm password', 'seven calm green boats')
  await till.until(() => expect(till.text()).toContain('The passwords match.'))
  await till.submit('New password')
  await till.until(() => till.button('Show the words'))
  await till.press('Show the words')
  await till.press('I wrote them down')
  await till.press('Continue')
  await till.until(() => expect(document.activeElement).toBe(till.field('Word 3')))
  await till.type('Word 3', 'hazard')
  enter()
  expect(document.activeElement).toBe(till.field('Word 7'))
})
