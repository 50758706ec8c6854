import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { startSandbox } from '../../scripts/launch/start-sandbox.ts'
import { CheckoutPage } from '../pages/checkout.ts'
import { WalletPage } from '../pages/wallet.ts'
import { goTo } from '../pages/goto.ts'
import { ask, expect, password, test } from '../support/test.ts'

const sku = 'nimbus-mobile_MX_20.00-I'
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test('a wallet without coins, or on a network that does not answer, says so and cannot pay', async ({
  launch,
  prepared,
  dataDir,
  control,
}) => {
  await prepared.copyTo(dataDir)
  const { page } = await launch()
  const checkout = new CheckoutPage(page)
  await test.step('an empty wallet shows exactly what is missing, and cannot pay', async () => {
    await ask(page, 'vault.restore', { words: generateMnemonic(wordlist), password })
    const [account] = await ask(page, 'accounts.list', undefined)
    await goTo(page, `/checkout/${sku}`)
    await checkout.fill('Phone number', '55 1234 5678')
    await checkout.payWith('USDC on Harbour')
    await checkout.seePrice()
    await expect(page.getByText(/^You’re 1\.\d+\sUSDC short/)).toBeVisible()
    await expect(page.getByText(/^Add about 0\.\d+\sETH for the network fee/)).toBeVisible()
    await expect(checkout.pay).toBeHidden()
    expect((await control.ledger(account?.address ?? '')).payments).toEqual([])
  })

  await test.step('a network that does not answer shows the last known balance as such, never 0, and takes no payment', async () => {
    await ask(page, 'wallet.faucet', undefined)
    await goTo(page, '/wallet')
    const harbour = new WalletPage(page).holding('USDC', 'Harbour')
    await expect(harbour).toContainText('500.00')
    await control.chain('harbour', { action: 'stop-node' })
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await expect(harbour.getByText(/^as of /)).toBeVisible()
    await expect(harbour.getByText('500.00')).toBeVisible()
    await expect(harbour.getByText('0.00', { exact: true })).toBeHidden()
    await goTo(page, `/checkout/${sku}`)
    await checkout.fill('Phone number', '55 1234 5678')
    await checkout.payWith('USDC on Harbour')
    await checkout.seePrice()
    await expect(
      page.getByText(/Till couldn’t read your balance|network can’t be reached|has a problem/).first(),
    ).toBeVisible()
    await expect(checkout.pay).toBeHidden()
  })
})

test('without the service, the saved catalog can be browsed and searched, and buying continues once it is back', async ({
  launch,
}) => {
  const dir = await mkdtemp(join(tmpdir(), 'till-e2e-offline-'))
  let sandbox = await startSandbox({ dir })
  try {
    const sandboxFile = join(dir, 'profile.json')
    await writeFile(sandboxFile, JSON.stringify(sandbox.profile))
    const { page } = await launch({ sandboxFile })
    await ask(page, 'profile.save', 'sandbox')
    await ask(page, 'vault.restore', { words, password })
    await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).refreshedAt).not.toBeNull()
    await ask(page, 'wallet.faucet', undefined)
    await sandbox.stop()

    await goTo(page, '/shop')
    await page.getByRole('button', { name: 'Refresh the catalog' }).click()
    await expect(page.getByText('You’re offline.', { exact: false }).first()).toBeVisible()
    await page.getByRole('searchbox', { name: /^Search brands/ }).fill('nimbus mexico 20')
    await page.getByRole('link', { name: /Nimbus Mobile Mexico .* MX\$20\b/ }).click()
    const checkout = new CheckoutPage(page)
    await checkout.fill('Phone number', '55 1234 5678')
    await checkout.payWith('USDC on Harbour')
    await page.getByRole('button', { name: 'Try to get the price' }).click()
    await expect(page.getByText('There is no connection')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/55 ?1234 ?5678/)

    sandbox = await startSandbox({ dir })
    await page
      .getByRole('button', { name: /See price|Try to get the price|Update price|Try again/ })
      .first()
      .click()
    await expect(checkout.pay).toBeVisible()
    await expect(page.getByText('You’re offline.', { exact: false })).toBeHidden()
    await checkout.confirm()
    await expect(page.getByRole('heading', { name: / delivered to \+52 55 1234 5678/ })).toBeVisible({
      timeout: 30_000,
    })
  } finally {
    await sandbox.stop()
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
})
