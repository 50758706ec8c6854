import { WelcomePage } from '../pages/welcome.ts'
import { ask, expect, test } from '../support/test.ts'

test('another service is tested before it is kept: wrong addresses and tokens get a sentence, a right one works', async ({
  till,
  sandbox,
}) => {
  const { page } = till
  const token = sandbox.profile.token ?? ''
  await new WelcomePage(page).start()
  await page.getByRole('radio', { name: /^Another service/ }).click()
  const address = page.getByRole('textbox', { name: 'Address' })
  const integrator = page.getByRole('textbox', { name: 'Integrator' })
  const tokenField = page.getByRole('textbox', { name: /^Token/ })
  const testIt = page.getByRole('button', { name: 'Test' })
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()

  await address.fill('ftp://somewhere')
  await integrator.fill('till')
  await testIt.click()
  await expect(page.getByText(/https/).first()).toBeVisible()

  await address.fill('http://127.0.0.1:9')
  await testIt.click()
  await expect(page.getByText(/no connection to the service/)).toBeVisible()
  await expect(save).toBeDisabled()

  await address.fill('https://service.example')
  await testIt.click()
  await expect(page.getByText('Here Till may only use services of this computer.')).toBeVisible()

  await address.fill(sandbox.baseUrl)
  await tokenField.fill('not-a-token')
  await testIt.click()
  await expect(page.getByText(/does not accept the token/)).toBeVisible()
  await expect(save).toBeDisabled()

  await tokenField.fill(token)
  await testIt.click()
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
  const { profile } = await ask(page, 'app.get', undefined)
  expect(profile).toMatchObject({ baseUrl: sandbox.baseUrl, hasToken: true, tokenRefused: false })
  await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).variants).toBeGreaterThan(1500)
})

test('a profile file is used on first run without asking', async ({ launch, sandbox }) => {
  const { page } = await launch({ profileFile: sandbox.profileFile })
  const { profile } = await ask(page, 'app.get', undefined)
  expect(profile?.baseUrl).toBe(sandbox.baseUrl)
  await new WelcomePage(page).start()
  await expect(page.getByRole('heading', { name: 'Your wallet' })).toBeVisible()
})
