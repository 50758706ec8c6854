import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { WelcomePage } from '../pages/welcome.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { launchRefused } from '../support/launch-till.ts'
import { goTo } from '../pages/goto.ts'
import { ask, expect, password, test } from '../support/test.ts'

test('another service is tested before it is saved: wrong addresses and tokens get a message, a right one works', async ({
  till,
  sandbox,
}) => {
  await test.step('without a window, Till prints that it is ready', async () => {
    // Electron has a window.
    if (test.info().project.metadata.shell === 'electron') return
    await expect.poll(() => till.stdout()).toBe('Till is ready. Ctrl+C ends it.\n')
  })
  const { page } = till
  const token = sandbox.profile.token ?? ''
  await new WelcomePage(page).chooseCountry()
  await page.getByRole('radio', { name: /^Another service/ }).click()
  const address = page.getByRole('textbox', { name: 'Web address' })
  const integrator = page.getByRole('textbox', { name: 'Partner name' })
  const tokenField = page.getByRole('textbox', { name: /^Token/ })
  const testIt = page.getByRole('button', { name: 'Test the service' })
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()

  await address.fill('ftp://somewhere')
  await integrator.fill('till')
  await testIt.click()
  await expect(page.getByText(/https/).first()).toBeVisible()

  await address.fill('http://127.0.0.1:9')
  await testIt.click()
  await expect(page.getByText(/^Nothing answers\. Check the address/)).toBeVisible()
  await expect(save).toBeDisabled()

  await address.fill('https://service.example')
  await testIt.click()
  await expect(page.getByText(/^Till may only use services on this computer\..*--allow-remote-service/)).toBeVisible()

  await address.fill(sandbox.baseUrl)
  await tokenField.fill('not-a-token')
  await testIt.click()
  await expect(page.getByText(/rejects the token/)).toBeVisible()
  await expect(save).toBeDisabled()

  await tokenField.fill(token)
  await testIt.click()
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  const { profile } = await ask(page, 'app.get', undefined)
  expect(profile).toMatchObject({ baseUrl: sandbox.baseUrl, hasToken: true, tokenRefused: false })
  await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).variants).toBeGreaterThan(1500)
})

test('a service with its own dialect is checked, saved with matching settings, and sells', async ({
  fast,
  control,
}) => {
  const { page } = fast
  await control.settings({ dialect: { digitalAsset: 'address', listParameters: { size: 'limit' }, maxPageSize: 20 } })
  await goTo(page, '/settings/service')
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('This service fits')).toBeVisible()
  await expect(page.getByText(/^The check sent 1[12] of up to 12 requests/)).toBeVisible()
  await expect(page.getByText(/^A price names the coin by its address/)).toBeVisible()
  await expect(page.getByText('The service accepts 20 purchases a page. Till asks for no more.')).toBeVisible()
  await page.getByRole('button', { name: 'Test the service' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Service saved')).toBeVisible()
  expect(await ask(page, 'profile.get', undefined)).toMatchObject({
    digitalAsset: 'address',
    pageSize: 20,
    listParameters: { size: 'limit' },
  })
  await untilStatus(page, await buy(page, topUp), 'delivered')
})

test('a profile file is used on first run without asking', async ({ launch, sandbox }) => {
  const { page } = await launch({ profileFile: sandbox.profileFile })
  const { profile } = await ask(page, 'app.get', undefined)
  expect(profile?.baseUrl).toBe(sandbox.baseUrl)
  await expect(page.getByText('Step 1 of 4')).toBeVisible()
  await new WelcomePage(page).chooseCountry()
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  await expect(page.getByText('Step 2 of 4')).toBeVisible()
  await expect(page.getByText(`Till uses ${profile?.name} (${new URL(sandbox.baseUrl).host}).`)).toBeVisible()
})

test('a profile file replaces the service of a wallet only with its password, and lets the old service finish its purchases', async ({
  fast,
  launch,
  dataDir,
  sandbox,
}) => {
  const id = await buy(fast.page, topUp)
  await fast.kill()

  const profileFile = join(dataDir, 'mine.json')
  await writeFile(profileFile, JSON.stringify({ name: 'Mine', baseUrl: sandbox.baseUrl, integrator: 'someone-else' }))
  const other = await launch({ profileFile })
  expect(other.stderr()).toMatch(
    /^Till still uses Sandbox \(http:[^)]*\)\. To use Mine \(http:[^)]*\), type the wallet’s password in the window\.\n$/,
  )
  expect((await ask(other.page, 'app.get', undefined)).profile).toMatchObject({ name: 'Sandbox' })
  const dialog = other.page.getByRole('dialog', { name: 'Use Mine?' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Use Mine' }).click()
  await expect(other.page.getByText('Service saved')).toBeVisible()
  expect((await ask(other.page, 'app.get', undefined)).profile).toMatchObject({ integrator: 'someone-else' })
  await untilStatus(other.page, id, 'delivered')
  await other.close()

  const same = await launch({ profileFile })
  expect(same.stderr()).toBe('')
})

test('a saved service on another machine gets no requests from a window that may not use it, and the page says why', async ({
  launch,
  dataDir,
}) => {
  test.skip(test.info().project.metadata.shell === 'electron', 'Electron may use every service')
  const profileFile = join(dataDir, 'far.json')
  const profile = { name: 'Far', baseUrl: 'https://service.invalid', integrator: 'me' }
  await writeFile(profileFile, JSON.stringify(profile))
  const refused = await launchRefused({ shell: 'chromium', dataDir, profileFile })
  expect(refused).toEqual({
    code: 1,
    stderr: expect.stringMatching(/only use services of this machine; --allow-remote-service/),
  })

  const first = await launch({ profileFile, allowRemoteService: true })
  await ask(first.page, 'vault.restore', { words: generateMnemonic(wordlist), password })
  await first.close()

  const { page } = await launch()
  await expect(page.getByRole('status').getByText(/--allow-remote-service/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The catalog couldn’t be loaded' })).toBeVisible()
})
