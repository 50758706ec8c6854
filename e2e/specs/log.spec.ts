import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { goTo } from '../pages/goto.ts'
import { buy, failing, giftCard, topUp, untilStatus } from '../support/buy.ts'
import { ask, expect, test } from '../support/test.ts'

/** What no reader of a log or a report may learn. None of it occurs anywhere else. */
const secrets = {
  words: generateMnemonic(wordlist, 256),
  password: 'canary sentence with a heron 7',
  wrongPassword: 'canary sentence with an egret 8',
  keystorePassword: 'canary sentence with a stork 9',
  token: 'canary-token-6b1d9f',
  nodePath: 'canary-node-path',
  nodeQuery: 'canary-node-query',
  phone: topUp.reference,
  mail: giftCard.reference,
  pin: '31415926',
  wrongPin: '27182818',
  clerk: 'Canaria Clerk',
  friend: 'Canaria Friend',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  partner: 'canary-partner',
  page: 'canary-of-the-page',
}

/** Returns the forms of a secret in a text: plain, URL-encoded, base64 and hex, each also in lower case. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/.?=*$/, ''),
    bytes.toString('hex'),
  ]
  return forms.flatMap((form) => [form, form.toLowerCase()])
}
const neighbours = (words: string): string[] =>
  words.split(' ').flatMap((word, at, all) => (at === 0 ? [] : [`${all[at - 1]} ${word}`, `${all[at - 1]}","${word}`]))

function found(text: string, more: Readonly<Record<string, string>>): string[] {
  const { words, ...others } = { ...secrets, ...more }
  const needles = Object.entries(others).flatMap(([name, secret]) =>
    formsOf(secret).map((form) => [name, form] as const),
  )
  return [...needles, ...neighbours(words).map((form) => ['words', form] as const)]
    .filter(([, form]) => text.includes(form))
    .map(([name]) => name)
}

const refused = (request: Promise<unknown>): Promise<void> => expect(request).rejects.toThrow()

async function misuseTheVault(page: Page): Promise<Record<string, string>> {
  const { password, wrongPassword, keystorePassword } = secrets
  await ask(page, 'vault.reveal', { password })
  const [account] = await ask(page, 'accounts.list', undefined)
  const { key } = await ask(page, 'accounts.revealKey', { address: account!.address, password })
  await ask(page, 'accounts.exportKeystore', {
    address: account!.address,
    password,
    next: keystorePassword,
    language: 'en',
  })
  await ask(page, 'vault.lock', undefined)
  await refused(ask(page, 'vault.unlock', { password: wrongPassword }))
  await ask(page, 'vault.unlock', { password })
  return { key: key.replace('0x', ''), own: account!.address }
}

/** Switches the user, which reloads the page: the answer may arrive too late for the old one. */
async function switchUser(page: Page, request: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), request().catch(() => undefined)])
  await expect(page.getByRole('main')).toBeVisible()
}

async function work(page: Page): Promise<void> {
  const { password, clerk, pin, wrongPin } = secrets
  const clerks = await ask(page, 'clerks.add', { name: clerk, colour: 'teal', pin })
  const { id } = clerks[0]!
  await ask(page, 'kiosk.turnOn', { password })
  await switchUser(page, () => ask(page, 'kiosk.signOut', undefined))
  await refused(ask(page, 'kiosk.signIn', { clerk: id, pin: wrongPin }))
  await switchUser(page, () => ask(page, 'kiosk.signIn', { clerk: id, pin }))
  await refused(ask(page, 'support.report', undefined))
  await switchUser(page, () => ask(page, 'kiosk.turnOff', { password }))
}

/** Makes the page fail with an error and with a rejected promise. */
async function failInThePage(page: Page): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(`${text} at https://user:${text}@example.org/${text}`)
    })
    void Promise.reject(new Error(text))
  }, secrets.page)
}

test('the log and the report say what happened, and contain no secret', async ({
  launch,
  sandbox,
  control,
  dataDir,
}) => {
  await control.settings({ deliverySeconds: 1 })
  const till = await launch({ logLevel: 'debug' })
  const { page } = till
  const { nodePath, nodeQuery, token, partner, words, password, friend, address } = secrets
  const node = `http://127.0.0.1:65533/${nodePath}?key=${nodeQuery}`
  const profile = { ...sandbox.profile, deliverySeconds: 1, requestsPerHour: 10_000, token, integrator: partner }
  await ask(page, 'profile.save', profile)
  await ask(page, 'vault.restore', { words, password })
  await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).refreshedAt).not.toBeNull()
  const networks = await ask(page, 'networks.list', undefined)
  const meadow = networks.find(({ key }) => key === 'meadow')!
  await ask(page, 'profile.save', { ...profile, rpcUrls: { [meadow.chainId]: [node] }, password })
  await ask(page, 'wallet.faucet', undefined)

  const own = await misuseTheVault(page)
  await ask(page, 'people.save', {
    id: null,
    name: friend,
    colour: 'teal',
    phones: [],
    emails: [],
    addresses: [address],
  })
  await ask(page, 'networks.nodes', { fresh: true })
  const ids = [await buy(page, topUp), await buy(page, giftCard), await buy(page, failing)]
  for (const [at, id] of ids.entries()) await untilStatus(page, id, at === 2 ? 'refunded' : 'delivered')
  await refused(
    ask(page, 'checkout.quote', { ...topUp, reference: secrets.mail, networkKey: 'x', tokenKey: 'x' } as never),
  )
  await work(page)
  await failInThePage(page)

  await goTo(page, '/settings/about')
  await page.getByRole('button', { name: 'Save a report…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save a report for support' })
  const shown = await dialog.getByRole('region', { name: 'The report' }).textContent()
  await dialog.getByRole('button', { name: 'Save report' }).click()
  const saved = await dialog.getByText(/^Report saved: /).textContent()
  const report = readFileSync(saved!.replace('Report saved: ', ''), 'utf8')
  expect(report).toBe(shown)
  await till.close()

  const folder = join(dataDir, 'logs')
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const [name, secret] of Object.entries({ ...secrets, ...own })) expect(found(`x${secret}x`, own)).toContain(name)
  for (const text of [...logs, report]) expect(found(text, own)).toEqual([])
  const log = logs.join('\n')
  for (const line of [
    /info {2}app\.started .*version=\d\S* window=\w+ platform=\w+ .*node=\d/,
    /info {2}service\.request .*method=POST path=\/api\/v1\/wallets\/:address\/transactions\/ status=20\d ms=\d+/,
    /info {2}catalog\.updated /,
    /info {2}vault\.unlocked /,
    /info {2}purchase\.changed .*id=[\da-f-]{36} status=delivered/,
    /info {2}purchase\.changed .*id=[\da-f-]{36} status=refunded/,
    /info {2}kiosk\.role .*role=clerk/,
    /warn {2}chain\.node .*host=127\.0\.0\.1:65533 .*Error/,
    /warn {2}page\.failed .*TypeError/,
    /debug ipc\.answered .*request=vault\.unlock ms=\d+ refused=wrong-password/,
    /info {2}app\.stopped /,
  ])
    expect(log).toMatch(line)
  expect(log).not.toContain('=?')
  expect(report).toMatch(/node 127\.0\.0\.1:65533 +failing/)
  expect(report).toMatch(/delivered +2/)
  if (process.platform !== 'win32') expect(statSync(join(folder, 'till.log')).mode & 0o777).toBe(0o600)
})
