// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedCheck, scriptedMisfit } from '../../../testing/fixtures/service-check.ts'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { scriptedNodes } from '../../../testing/fixtures/networks.ts'
import { noBackupFile } from '../../../testing/fixtures/backup.ts'
import type { AddedNodeView } from '../../../shared/networks/node-views.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

async function revealWords(passphrase = ''): Promise<HTMLElement> {
  till = await mountTill('/settings', { 'vault.reveal': { passphrase } })
  await till.until(() => till.button('Show recovery phrase'))
  await till.press('Show recovery phrase')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  return till.until(() => till.button('Hold down to see'))
}
const pointer = (type: string): Event => new PointerEvent(type, { bubbles: true, button: 0 })

test('shows the recovery phrase after the password while a button is held, and hides it on request and when locked', async () => {
  const button = await revealWords()
  expect(till.text()).not.toContain('orbit')
  button.dispatchEvent(pointer('pointerdown'))
  await till.until(() => expect(till.text()).toContain('orbit'))
  expect(till.text()).not.toContain('Passphrase:')
  button.dispatchEvent(pointer('pointerup'))
  await till.until(() => expect(till.text()).not.toContain('orbit'))
  await till.press('Hide recovery phrase')
  expect(() => till.button('Hold down to see')).toThrow()
  till.close()
  const again = await revealWords()
  again.dispatchEvent(pointer('pointerdown'))
  await till.until(() => expect(till.text()).toContain('orbit'))
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.text()).not.toContain('orbit'))
  expect(() => till.button('Hold down to see')).toThrow()
})

test('shows a passphrase with the recovery phrase, if there is one', async () => {
  const button = await revealWords('  blue heron')
  expect(till.text()).not.toContain('blue heron')
  button.dispatchEvent(pointer('pointerdown'))
  await till.until(() => expect(till.text()).toContain('Passphrase: blue heron'))
})

test('shows no recovery phrase after a wrong password', async () => {
  till = await mountTill('/settings')
  await till.until(() => till.button('Show recovery phrase'))
  await till.press('Show recovery phrase')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'no')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Wrong password.'))
  expect(till.text()).not.toContain('orbit')
})

test('deletes a wallet with its phrase, the end of its address and the password, and starts the setup again', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  till = await mountTill('/settings', { 'backupFile.get': noBackupFile })
  await till.until(() => till.button('Delete…'))
  await till.press('Delete…')
  await till.until(() => till.field('Your recovery phrase, words separated by spaces'))
  expect(till.button(/^With a backup file/).hasAttribute('disabled')).toBe(true)
  await till.type('Your recovery phrase, words separated by spaces', ' Orbit  lemon ')
  await till.type('Password', 'correct horse')
  expect(till.isOff('Delete this wallet')).toBe(true)
  const end = till.scripted.script.accounts[0]!.address.slice(-4)
  await till.type(`Type ${end}`, end.toUpperCase())
  await till.submit('Password')
  await till.until(() => expect(reload).toHaveBeenCalledOnce())
  expect(till.inputsOf('vault.erase').at(-1)).toEqual({
    password: 'correct horse',
    typed: end.toUpperCase(),
    proof: { words: 'orbit lemon', passphrase: '' },
  })
  expect(till.scripted.requests.at(-1)).toEqual({ name: 'app.renew', input: { path: '/welcome' } })
  reload.mockRestore()
})

test('says why a wallet cannot be deleted yet, and keeps it', async () => {
  const fails = { 'vault.erase': { code: 'not-allowed', details: { reason: 'wallet-busy' } } } as const
  till = await mountTill('/settings', { fails })
  await till.until(() => till.button('Delete…'))
  await till.press('Delete…')
  await till.until(() => expect(till.text()).toContain('Till makes one now in /media/you/STICK/Till'))
  const end = till.scripted.script.accounts[0]!.address.slice(-4)
  await till.type(`Type ${end}`, end)
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('is in progress'))
  expect(till.path()).toBe('/settings')
})

test('applies and saves the theme at once', async () => {
  till = await mountTill('/settings')
  await till.until(() => till.button('Dark'))
  await till.press('Dark')
  await till.until(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  expect(till.scripted.script.app.settings.theme).toBe('dark')
})

test('reports a setting that cannot be saved', async () => {
  till = await mountTill('/settings', { fails: { 'settings.set': { code: 'internal' } } })
  await till.until(() => till.button('Dark'))
  await till.press('Dark')
  await till.until(() => expect(till.text()).toContain('Something went wrong in Till.'))
  expect(till.scripted.script.app.settings.theme).toBe('system')
})

test('does not change a service with open purchases, and says why', async () => {
  till = await mountTill('/settings', { fails: { 'profile.save': { code: 'profile-in-use' } } })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Web address'))
  await till.press('Test the service')
  await till.until(() => till.field('Password'))
  expect(till.isOff('Save')).toBe(true)
  await till.type('Password', 'correct horse')
  await till.until(() => expect(till.isOff('Save')).toBe(false))
  await till.submit('Web address')
  await till.until(() => expect(till.text()).toContain('Purchases with this service are still open.'))
  const input = till.inputsOf('profile.save')[0]
  expect(input).toMatchObject({ password: 'correct horse' })
  expect(input).not.toHaveProperty('token')
})

test('saves own nodes and fee caps with the service, and does not try invalid ones', async () => {
  till = await mountTill('/settings')
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Your own nodes for Harbour'))
  await till.type('Your own nodes for Harbour', 'http://elsewhere.example')
  await till.press('Test the service')
  expect(till.text()).toContain('Enter full addresses starting with https://')
  expect(till.inputsOf('profile.test')).toEqual([])
  await till.type('Your own nodes for Harbour', 'https://node.example')
  await till.type('Highest network fee on Harbour', '0,02')
  await till.type('Password', 'correct horse')
  await till.press('Test the service')
  await till.until(() => expect(till.isOff('Save')).toBe(false))
  await till.submit('Web address')
  await till.until(() => expect(till.text()).toContain('Service saved'))
  expect(till.inputsOf('profile.save')[0]).toMatchObject({
    rpcUrls: { '71001': ['https://node.example'] },
    feeCaps: { '71001': '0.02' },
  })
})

const added = { chainId: 71_001, url: 'https://node.example', trouble: null, behindBy: 0, foundChainId: null }

/** Types nodes into Harbour's field and tests them. */
async function addNodes(...nodes: AddedNodeView[]): Promise<void> {
  till = await mountTill('/settings', { 'profile.test': { nodes } })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Your own nodes for Harbour'))
  await till.type('Your own nodes for Harbour', nodes.map(({ url }) => url).join('\n'))
  expect(till.isOff('Test the service')).toBe(true)
  await till.type('Password', 'correct horse')
  await till.press('Test the service')
  await till.until(() => expect(till.text()).toContain('Nodes you added'))
}

test('tests added nodes only with the password, and shows how each answered', async () => {
  const silent = { ...added, url: 'https://silent.example', trouble: 'failing' as const }
  const behind = { ...added, url: 'https://late.example', trouble: 'behind' as const, behindBy: 40 }
  const limited = { ...added, url: 'https://busy.example', trouble: 'limited' as const }
  await addNodes(added, silent, behind, limited)
  expect(till.text()).toContain('https://node.example · Working')
  expect(till.text()).toContain('https://silent.example · Doesn’t answer as a node should')
  expect(till.text()).toContain('https://late.example · Works, but is 40 blocks behind the other nodes')
  expect(till.text()).toContain('https://busy.example · Asks Till to slow down')
  expect(till.text()).toContain('You can save a node that doesn’t answer.')
  expect(till.isOff('Save')).toBe(false)
  const input = till.inputsOf('profile.test')[0]
  expect(input).toMatchObject({ password: 'correct horse' })
})

test('names both chain IDs of a node of another chain, and does not save it', async () => {
  await addNodes({ ...added, trouble: 'other-chain', foundChainId: 137 })
  expect(till.text()).toContain('https://node.example · This is a node of chain 137, not 71001')
  expect(till.isOff('Save')).toBe(true)
  await till.type('Your own nodes for Harbour', '')
  await till.until(() => expect(till.text()).not.toContain('chain 137'))
})

test('reloads the networks after the service is saved', async () => {
  till = await mountTill('/settings')
  await till.until(() => expect(till.text()).toContain('node.example · yours · Working'))
  await till.press('Edit')
  await till.until(() => till.field('Web address'))
  await till.press('Test the service')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'correct horse')
  till.scripted.script['networks.nodes'] = scriptedNodes({ host: 'newest.example' })
  await till.submit('Web address')
  await till.until(() => expect(till.text()).toContain('newest.example · yours · Working'))
})

test('leads from a network’s button to the field for its nodes', async () => {
  till = await mountTill('/settings')
  await till.until(() => till.button('Add a node to Meadow'))
  await till.press('Add a node to Meadow')
  await till.until(() => expect(document.activeElement).toBe(till.field('Your own nodes for Meadow')))
  await till.press('Add a node to Harbour')
  await till.until(() => expect(document.activeElement).toBe(till.field('Your own nodes for Harbour')))
})

test('reports what a service check found, fills in the settings that fit, and saves only after a test', async () => {
  till = await mountTill('/settings', { 'profile.check': scriptedCheck() })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.button('Check'))
  expect(till.text()).toContain('Sends up to 12 requests and pays nothing.')
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('This service fits'))
  expect(till.text()).toContain('The check sent 12 of up to 12 requests.')
  expect(till.text()).toContain('Page, size and network are called page, limit and chain_id, say the answers.')
  expect(till.text()).toContain('What fits (13)')
  expect(till.isOff('Save')).toBe(true)
  await till.press('Test the service')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'correct horse')
  await till.submit('Web address')
  await till.until(() => expect(till.text()).toContain('Service saved'))
  expect(till.inputsOf('profile.save')[0]).toMatchObject({
    digitalAsset: 'address',
    pageSize: 20,
    quoteDialect: 'v1',
    listParameters: { page: 'page', size: 'limit', chain: 'chain_id' },
  })
})

test('drops a check’s results when the address changes, and checks another address only with the password', async () => {
  const service = scriptedCheck()
  const found = service.found && { ...service.found, quoteDialect: 'alternate' as const, requestsPerHour: 5000 }
  till = await mountTill('/settings', { 'profile.check': { ...service, found } })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.button('Check'))
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('This service fits'))
  await till.type('Web address', 'https://other.example')
  await till.until(() => expect(till.text()).not.toContain('This service fits'))
  expect(till.isOff('Check')).toBe(true)
  await till.type('Password', 'correct horse')
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('This service fits'))
  const input = till.inputsOf('profile.check').at(-1)
  expect(input).toMatchObject({ baseUrl: 'https://other.example', password: 'correct horse' })
  expect(input).not.toHaveProperty('pageSize')
  expect(input).toMatchObject({ quoteDialect: 'v1', requestsPerHour: 100 })
})

test('explains a service that does not fit like a refused payment, and reports a failed check', async () => {
  till = await mountTill('/settings', { 'profile.check': scriptedMisfit() })
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.button('Check'))
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('Till can’t buy from this service yet'))
  expect(till.text()).toContain('It asks for something other than a payment.')
  expect(till.text()).toContain('Not asked after that.')
  till.scripted.script.fails['profile.check'] = { code: 'internal' }
  await till.press('Check')
  await till.until(() => expect(till.text()).toContain('The check failed'))
})

test('tests another address only with the password', async () => {
  till = await mountTill('/settings')
  await till.until(() => till.button('Edit'))
  await till.press('Edit')
  await till.until(() => till.field('Web address'))
  await till.type('Web address', 'https://other.example')
  await till.until(() => expect(till.isOff('Test the service')).toBe(true))
  await till.type('Password', 'correct horse')
  await till.until(() => expect(till.isOff('Test the service')).toBe(false))
  await till.press('Test the service')
  await till.until(() => expect(till.isOff('Save')).toBe(false))
  const input = till.inputsOf('profile.test')[0]
  expect(input).toMatchObject({ baseUrl: 'https://other.example', password: 'correct horse' })
})

test('says plainly that the system has no secret store', async () => {
  till = await mountTill('/settings', { app: { ...scriptedApp, secretStore: false } })
  await till.until(() => expect(till.text()).toContain('this system has no secret store'))
})

const elsewhere = { ...scriptedApp, profile: { ...scriptedApp.profile!, id: 'own', name: 'Mine', playMoney: false } }

test('offers the way back to play money while another service is used', async () => {
  till = await mountTill('/settings', { app: elsewhere })
  await till.until(() => till.button('Use play money'))
  await till.press('Use play money')
  expect(till.inputsOf('profile.save')[0]).toBe('sandbox')
  await till.until(() => expect(till.scripted.script.app.profile?.playMoney).toBe(true))
  expect(() => till.button('Use play money')).toThrow()
})

test('does not offer play money if there is no sandbox, and reports a failure', async () => {
  till = await mountTill('/settings', { app: { ...elsewhere, offersSandbox: false } })
  await till.until(() => till.button('Edit'))
  expect(() => till.button('Use play money')).toThrow()
  till.close()
  till = await mountTill('/settings', { app: elsewhere, fails: { 'profile.save': { code: 'internal' } } })
  await till.until(() => till.button('Use play money'))
  await till.press('Use play money')
  await till.until(() => expect(till.text()).toContain('Something went wrong in Till.'))
})

test.each([
  ['electron', 'when the computer sleeps or its screen locks'],
  ['chromium', 'can’t tell when the screen locks'],
] as const)('says in %s when Till locks, and that the lock protects coins, not privacy', async (shell, words) => {
  till = await mountTill('/settings', { app: { ...scriptedApp, shell } })
  await till.until(() => expect(till.text()).toContain(words))
  expect(till.text()).toContain('Not your privacy')
})

test('focuses the first field of a dialog', async () => {
  till = await mountTill('/settings')
  await till.until(() => till.button('Change password'))
  await till.press('Change password')
  await till.until(() => expect(document.activeElement).toBe(till.field('Current password')))
})

test('shows the accepted terms of the service again', async () => {
  till = await mountTill('/settings')
  await till.until(() => till.button('View terms'))
  await till.press('View terms')
  await till.until(() =>
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Till adds no terms of its own'),
  )
})

test('saves limits only as valid amounts with the password, and shows them in the settings', async () => {
  till = await mountTill('/settings')
  await till.until(() => expect(till.text()).toContain('Anyone at your unlocked Till can spend everything.'))
  await till.press('Change limits')
  await till.until(() => till.field('Per purchase'))
  for (const [typed, error] of [
    ['fifty', 'Type an amount like 50 or 12.50.'],
    ['2,000', 'This can be read in two ways. Type 2000 or 2.'],
    ['2.000', 'This can be read in two ways. Type 2000 or 2.'],
  ] as const) {
    await till.type('Per purchase', typed)
    await till.until(() => expect(till.text()).toContain(error))
    await till.type('Per purchase', '50')
    expect(till.text()).not.toContain(error)
  }
  await till.type('Per purchase', '12,50')
  await till.type('Password', 'no')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Wrong password.'))
  expect(till.scripted.script['limits.get']).toBeUndefined()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('$12.50 per purchase'))
  expect(till.scripted.script['limits.get']).toEqual({ perPurchase: '12.50', perDay: null, perRecipient: null })
})

test('shows what the policy sets without letting it change, and says why a policy is not used', async () => {
  const sets = ['service', 'limits', 'locale', 'theme', 'homeCountry'] as const
  till = await mountTill('/settings', { app: { ...scriptedApp, policy: { sets: [...sets], problem: null } } })
  await till.until(() => expect(till.text()).toContain('Limited by policy'))
  expect(till.text().match(/Set by policy/g)).toHaveLength(4)
  for (const name of ['Edit', 'Dark', /^Add a node/]) expect(() => till.button(name), String(name)).toThrow()
  till.close()
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const problem = { reason: 'unknown-key', path: 'limits.perWeek', since, usesLast: true } as const
  till = await mountTill('/settings', { app: { ...scriptedApp, policy: { sets: ['theme'], problem } } })
  await till.until(() => expect(till.text()).toContain('It sets “limits.perWeek”, which doesn’t exist in a policy.'))
  expect(till.text()).toMatch(/hasn’t been usable since .*\d.*\. This register keeps its last policy\. See Settings/)
  expect(till.text()).toContain('This register keeps its last policy, which may be out of date.')
  expect(till.text()).toContain('Set by policy')
})

test.each([
  ['en', 'Selling and paying are stopped because the policy file can’t be used', 'no earlier policy to use instead'],
  ['es', 'Las ventas y los pagos están detenidos porque el archivo de política', 'no tiene una política anterior'],
] as const)(
  'says in %s that sales are stopped without any usable policy, and what to do',
  async (locale, top, text) => {
    const problem = { reason: 'not-json', path: '', since: new Date().toISOString(), usesLast: false } as const
    const settings = { ...scriptedApp.settings, locale }
    till = await mountTill('/settings', {
      app: { ...scriptedApp, settings, payingStopped: 'policy-unusable', policy: { sets: [], problem } },
    })
    await till.until(() => expect(till.text()).toContain(top))
    expect(till.text()).toContain(text)
  },
)

test('lists five products of the policy that are not for sale, by name and path', async () => {
  const unavailable = [0, 1, 2, 3, 4, 5, 6].map((index) => ({
    name: `NONE-${index}`,
    path: `favourites.products.${index}`,
  }))
  const policy = { sets: ['favourites' as const], problem: null }
  till = await mountTill('/settings', { app: { ...scriptedApp, policy }, 'policy.unavailable': unavailable })
  await till.until(() => expect(till.text()).toContain('“NONE-4” at favourites.products.4'))
  expect(till.text()).toContain('And 2 more.')
  expect(till.text()).not.toContain('NONE-5')
})

test('says how far and since when a node is behind, and checks it again on request', async () => {
  const since = new Date(Date.now() - 180_000).toISOString()
  till = await mountTill('/settings', { 'networks.nodes': scriptedNodes({ trouble: 'behind', since, behindBy: 12 }) })
  await till.until(() => expect(till.text()).toMatch(/node\.example · yours · 12 blocks behind since \d/))
  expect(till.text()).toContain('lagoon.example · from the service · Working')
  expect(till.text()).toContain('Only one node.')
  till.scripted.script['networks.nodes'] = scriptedNodes()
  await till.press('Check again')
  await till.until(() => expect(till.text()).toContain('node.example · yours · Working'))
})

test('shows the support report before it is saved, and says where it was saved', async () => {
  till = await mountTill('/settings', {
    'support.report': { text: 'Till 0.1.0' },
    'support.save': { path: '/home/ana/Downloads/till-report.txt' },
  })
  await till.until(() => till.button('Save a report…'))
  await till.press('Save a report…')
  await till.until(() => till.button('Save report'))
  expect(document.querySelector('[role="dialog"] pre')?.textContent).toContain('Till 0.1.0')
  expect(till.inputsOf('support.save')).toEqual([])
  await till.press('Save report')
  await till.until(() => expect(till.text()).toContain('Report saved: /home/ana/Downloads/till-report.txt'))
})
