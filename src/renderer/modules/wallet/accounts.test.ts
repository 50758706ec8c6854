// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { AccountView } from '../../../shared/wallet/views.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.useRealTimers()
  till.close()
})

const first = scriptedApp.wallet as AccountView
const second: AccountView = {
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  name: 'Savings',
  colour: 'rose',
  kind: 'imported',
  inUse: false,
}
const watched: AccountView = {
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  name: '',
  colour: 'slate',
  kind: 'watched',
  inUse: false,
}
const accounts = (): AccountView[] => structuredClone([first, second, watched])
const key = `0x${'1'.repeat(64)}`
/** Answers a change with `all` accounts, which main then has. */
const become =
  (...all: AccountView[]) =>
  () =>
    (till.scripted.script.accounts = all)
const dialog = (): string => document.querySelector('[role="dialog"]')?.textContent ?? ''

async function options(name: string, given: Parameters<typeof mountTill>[1] = {}): Promise<void> {
  till = await mountTill('/wallet/accounts', { accounts: accounts(), ...given })
  await till.until(() => till.button(`Options for ${name}`))
  await till.press(`Options for ${name}`)
}

test('shows the current account, and switches to another one from the list', async () => {
  till = await mountTill('/wallet', { accounts: accounts() })
  await till.until(() => till.button(/^Switch: /))
  expect(till.button(/^Switch: /).textContent).toMatch(/Account 1.*0x3f5C…f0bE/)
  await till.press(/^Switch: /)
  await till.until(() => expect(dialog()).toMatch(/Savings.*0x7099…79C8 · Imported.*Watched.*0x3C44…93BC · Watch-only/))
  await till.press(/Savings/)
  await till.until(() => expect(till.scripted.script.app.wallet).toMatchObject({ address: second.address }))
  await till.until(() => expect(till.button(/^Switch: /).textContent).toMatch(/Savings.*0x7099…79C8/))
  await till.press('Receive')
  expect(document.querySelector(`[aria-label="Your address: ${second.address}"]`)).not.toBeNull()
})

test('does not show one account’s balances as another’s', async () => {
  till = await mountTill('/wallet', { accounts: accounts() })
  await till.until(() => expect(till.text()).toContain('1,194.08'))
  await till.until(() => till.button(/^Switch: /))
  till.scripted.script.hangs.add('wallet.balances')
  await till.press(/^Switch: /)
  await till.until(() => till.button(/Savings/))
  await till.press(/Savings/)
  await till.until(() => expect(till.text()).not.toContain('1,194.08'))
})

test('says why a switch failed, and changes nothing', async () => {
  till = await mountTill('/wallet', { accounts: accounts(), fails: { 'accounts.use': { code: 'not-found' } } })
  await till.until(() => till.button(/^Switch: /))
  await till.press(/^Switch: /)
  await till.until(() => till.button(/Savings/))
  await till.press(/Savings/)
  await till.until(() => expect(dialog()).toContain('This no longer exists.'))
  expect(till.scripted.script.app.wallet).toMatchObject({ address: first.address })
})

test('asks for the password before a switch while Till is locked', async () => {
  till = await mountTill('/unlock?then=/wallet', { app: { ...scriptedApp, locked: true }, accounts: accounts() })
  await till.router.push('/wallet')
  await till.until(() => till.button(/^Switch: /))
  await till.press(/^Switch: /)
  await till.until(() => expect(dialog()).toContain('Till is locked. Enter your password to do this.'))
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => till.button(/Savings/))
  await till.press(/Savings/)
  await till.until(() => expect(till.inputsOf('accounts.use')).toHaveLength(1))
})

test('sets an account’s name and colour', async () => {
  await options('Account 1', { 'accounts.rename': become({ ...first, name: 'Counter' }, second) })
  await till.press('Name and colour')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Counter')
  await till.press('Violet')
  await till.submit('Name')
  await till.until(() => till.button('Options for Counter'))
  expect(till.inputsOf('accounts.rename').at(-1)).toEqual({ address: first.address, name: 'Counter', colour: 'violet' })
})

test('adds an account; while locked it asks for the password first, then continues automatically', async () => {
  till = await mountTill('/unlock?then=/wallet/accounts', {
    app: { ...scriptedApp, locked: true },
    'accounts.add': become(first, { ...second, name: '' }),
  })
  await till.router.push('/wallet/accounts')
  await till.until(() => till.button(/^Add account/))
  await till.press(/^Add account/)
  await till.until(() => till.field('Password'))
  expect(till.inputsOf('accounts.add')).toEqual([])
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => till.button('Options for Account 2'))
})

test('says how many accounts a search found, even if none', async () => {
  till = await mountTill('/wallet/accounts', { accounts: accounts() })
  await till.until(() => till.button(/^Find accounts/))
  await till.press(/^Find accounts/)
  await till.until(() => expect(till.text()).toContain('No more accounts found.'))
})

test('hides a typed key, reports an invalid one at its field, and imports a valid one', async () => {
  till = await mountTill('/wallet/accounts', {
    fails: { 'accounts.import': { code: 'bad-key' } },
    'accounts.import': become(first, { ...second, name: '' }),
  })
  await till.until(() => till.button(/^Import a key/))
  await till.press(/^Import a key/)
  await till.until(() => till.field('Private key'))
  expect(till.field('Private key').type).toBe('password')
  expect(till.isOff('Import')).toBe(true)
  await till.type('Private key', 'abc')
  await till.submit('Private key')
  await till.until(() => expect(dialog()).toContain('This isn’t a private key.'))
  expect(till.field('Private key').getAttribute('aria-invalid')).toBe('true')
  till.scripted.script.fails = {}
  await till.type('Private key', key)
  await till.submit('Private key')
  await till.until(() => till.button('Options for Account 2'))
  expect(till.inputsOf('accounts.import').at(-1)).toEqual({ source: { key } })
})

test.each([
  ['malformed', 'This isn’t a keystore file.', 'textarea'],
  ['too-costly', 'needs too much work to open', 'textarea'],
  ['wrong-password', 'Wrong password for this keystore file.', 'input'],
  ['wrong-address', 'doesn’t belong to the address in the file', 'textarea'],
] as const)('reports a keystore file refused as %s at its field', async (reason, sentence, field) => {
  till = await mountTill('/wallet/accounts', {
    fails: { 'accounts.import': { code: 'bad-keystore', details: { reason } } },
  })
  await till.until(() => till.button(/^Import a key/))
  await till.press(/^Import a key/)
  await till.until(() => till.button('Keystore file'))
  await till.press('Keystore file')
  await till.type('Keystore file', '{}')
  await till.type('File password', 'boat')
  await till.submit('Keystore file')
  await till.until(() => expect(dialog()).toContain(sentence))
  expect(document.querySelector('[aria-invalid="true"]')?.localName).toBe(field)
  expect(till.inputsOf('accounts.import').at(-1)).toEqual({ source: { json: '{}', password: 'boat' } })
})

test('reports an account that exists already, but not at a field', async () => {
  till = await mountTill('/wallet/accounts', { fails: { 'accounts.import': { code: 'account-exists' } } })
  await till.until(() => till.button(/^Import a key/))
  await till.press(/^Import a key/)
  await till.until(() => till.field('Private key'))
  await till.type('Private key', key)
  await till.submit('Private key')
  await till.until(() => expect(dialog()).toContain('This account is already in your wallet.'))
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull()
})

test('watches an address, and reports an invalid one', async () => {
  till = await mountTill('/wallet/accounts', {
    fails: { 'accounts.watch': { code: 'invalid-input' } },
    'accounts.watch': become(first, watched),
  })
  await till.until(() => till.button(/^Watch an address/))
  await till.press(/^Watch an address/)
  await till.until(() => till.field('Address'))
  await till.type('Address', 'ana')
  await till.submit('Address')
  await till.until(() => expect(dialog()).toContain('This isn’t an address'))
  till.scripted.script.fails = {}
  await till.type('Address', ` ${watched.address} `)
  await till.submit('Address')
  await till.until(() => till.button('Options for Watched'))
  expect(till.inputsOf('accounts.watch').at(-1)).toEqual({ address: watched.address })
})

async function revealKey(): Promise<HTMLElement> {
  await options('Account 1')
  await till.press('Show key')
  await till.until(() => till.field('Wallet password'))
  await till.type('Wallet password', 'correct horse')
  await till.submit('Wallet password')
  return till.until(() => till.button('Hold down to see'))
}
const press = (type: string): Event => new PointerEvent(type, { bubbles: true, button: 0 })

test('shows a key only while its button is held, by pointer or keyboard', async () => {
  const button = await revealKey()
  expect(till.text()).not.toContain(key)
  for (const [down, up] of [
    [press('pointerdown'), press('pointerup')],
    [press('pointerdown'), press('pointercancel')],
    [press('pointerdown'), new FocusEvent('blur')],
    [new KeyboardEvent('keydown', { key: ' ' }), new KeyboardEvent('keyup', { key: ' ' })],
    [new KeyboardEvent('keydown', { key: 'Enter' }), new KeyboardEvent('keyup', { key: 'Enter' })],
  ] as const) {
    button.dispatchEvent(down)
    await till.until(() => expect(dialog()).toContain(key))
    button.dispatchEvent(up)
    await till.until(() => expect(dialog()).not.toContain(key))
  }
  button.dispatchEvent(press('pointerdown'))
  await till.until(() => expect(dialog()).toContain(key))
  window.dispatchEvent(new Event('blur'))
  await till.until(() => expect(dialog()).not.toContain(key))
})

test('hides a key when Till locks', async () => {
  const button = await revealKey()
  // A dialog that opens moves the focus, and a button releases when it loses it: press until it holds.
  await till.until(() => {
    button.dispatchEvent(press('pointerdown'))
    expect(dialog()).toContain(key)
  })
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(dialog()).not.toContain(key))
  expect(() => till.button('Hold down to see')).toThrow()
})

test('shows no key after a wrong password, and says how long to wait after too many', async () => {
  // A wait that starts at noon ends on the same day, so its message has no date.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 4, 12) })
  await options('Account 1')
  await till.press('Show key')
  await till.until(() => till.field('Wallet password'))
  await till.type('Wallet password', 'no')
  await till.submit('Wallet password')
  await till.until(() => expect(dialog()).toContain('Wrong password.'))
  till.scripted.script.fails['accounts.revealKey'] = { code: 'throttled', details: { until: Date.now() + 600_000 } }
  await till.type('Wallet password', 'no')
  await till.submit('Wallet password')
  await till.until(() => expect(dialog()).toContain('Try again at 12:10'))
})

test('saves a keystore file under its own strong password, and says where', async () => {
  await options('Savings', { 'accounts.exportKeystore': { path: '/home/ana/Downloads/till-key.json' } })
  await till.press('Save keystore file')
  await till.until(() => till.field('New password for the file'))
  await till.type('Wallet password', 'correct horse')
  await till.type('New password for the file', 'weak')
  await till.type('Confirm password', 'weak')
  await till.submit('Wallet password')
  expect(till.inputsOf('accounts.exportKeystore').at(-1)).toBe(undefined)
  await till.type('New password for the file', 'seven calm green boats')
  await till.type('Confirm password', 'seven calm green boats')
  await till.until(() =>
    expect(document.querySelector('[role="dialog"] [type="submit"]')).toHaveProperty('disabled', false),
  )
  await till.submit('Wallet password')
  await till.until(() => expect(till.text()).toContain('Keystore file saved: /home/ana/Downloads/till-key.json'))
  expect(till.inputsOf('accounts.exportKeystore').at(-1)).toMatchObject({ next: 'seven calm green boats' })
})

test('offers no key of a watched address, and removes it without a password', async () => {
  await options('Watched')
  expect(() => till.button('Show key')).toThrow()
  await till.press('Remove')
  await till.until(() => till.button('Keep it'))
  document.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit()
  await till.until(() =>
    expect(till.inputsOf('accounts.remove').at(-1)).toEqual({ address: watched.address, password: '', proof: null }),
  )
})

test('removes an imported key only with the password and the key', async () => {
  await options('Savings', {
    fails: { 'accounts.remove': { code: 'bad-key' } },
    'accounts.remove': become(first, watched),
  })
  await till.press('Remove')
  await till.until(() => till.field('Private key'))
  await till.type('Wallet password', 'correct horse')
  await till.submit('Private key')
  expect(till.inputsOf('accounts.remove').at(-1)).toBe(undefined)
  await till.type('Private key', key)
  await till.submit('Private key')
  await till.until(() => expect(dialog()).toContain('This isn’t the key of this account.'))
  till.scripted.script.fails = { 'accounts.remove': { code: 'not-allowed', details: { reason: 'account-busy' } } }
  await till.submit('Private key')
  await till.until(() => expect(dialog()).toContain('A payment from this account is in progress.'))
  till.scripted.script.fails = {}
  await till.submit('Private key')
  await till.until(() => expect(() => till.button('Options for Savings')).toThrow())
  expect(till.inputsOf('accounts.remove').at(-1)).toEqual({
    address: second.address,
    password: 'correct horse',
    proof: { key },
  })
})

test('keeps the last account with a key', async () => {
  await options('Account 1', { accounts: [first, watched] })
  expect(() => till.button('Remove')).toThrow()
})
