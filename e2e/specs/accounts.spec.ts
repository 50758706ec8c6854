import { readFile } from 'node:fs/promises'
import { AccountsPage } from '../pages/accounts.ts'
import { CheckoutPage } from '../pages/checkout.ts'
import { goTo } from '../pages/goto.ts'
import { WalletPage } from '../pages/wallet.ts'
import { topUp } from '../support/buy.ts'
import { ask, expect, password, test } from '../support/test.ts'

/** A publicly known key, and its address. */
const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const filePassword = 'another sentence for the file 9'

test('accounts are watched, imported and added, each for what it can do', async ({ ready }) => {
  const { page } = ready
  const accounts = new AccountsPage(page)
  await test.step('a watched address shows its balance, cannot pay, and leads to an account that can', async () => {
    await accounts.open()
    await accounts.more('Watch an address')
    const field = accounts.dialog.getByRole('textbox', { name: 'Address' })
    await field.fill(address.replace('f39F', 'F39F'))
    await accounts.dialog.getByRole('button', { name: 'Watch an address' }).click()
    await expect(page.getByText('This isn’t an address, or it has a typo.')).toBeVisible()
    await field.fill(address)
    await accounts.dialog.getByRole('button', { name: 'Watch an address' }).click()
    await page.getByRole('button', { name: 'Use Watched' }).click()
    await goTo(page, `/checkout/${topUp.sku}`)
    await page.getByRole('button', { name: 'Switch account' }).click()
    await accounts.dialog.getByRole('button', { name: /Account 1/ }).click()
    await expect(page.getByText('This account is watch-only')).toBeHidden()
    await accounts.open()
    await accounts.ask('Watched', 'Remove')
    await accounts.dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(accounts.row('Watched')).toHaveCount(0)
  })

  await test.step('an imported key is shown while its button is held, saved as a file, removed with that as proof, and restored from it', async () => {
    await accounts.open()
    await accounts.more('Import a key')
    const typed = accounts.dialog.getByRole('textbox', { name: 'Private key' })
    await typed.fill('0x12')
    await accounts.dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('This isn’t a private key.')).toBeVisible()
    await typed.fill(key)
    await accounts.dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(accounts.row('Account 2')).toContainText('Imported')

    await accounts.ask('Account 2', 'Show key')
    await accounts.dialog.getByRole('textbox', { name: 'Wallet password' }).fill(password)
    await accounts.dialog.getByRole('button', { name: 'Show key' }).click()
    const hold = accounts.dialog.getByRole('button', { name: 'Hold down to see' })
    await expect(hold).toBeVisible()
    await hold.hover()
    await expect(accounts.dialog).not.toContainText(key)
    await page.mouse.down()
    await expect(accounts.dialog).toContainText(key)
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await expect(accounts.dialog).not.toContainText(key)
    await page.keyboard.press('Escape')

    await accounts.ask('Account 2', 'Save keystore file')
    await accounts.dialog.getByRole('textbox', { name: 'Wallet password' }).fill(password)
    await accounts.dialog.getByRole('textbox', { name: 'New password for the file' }).fill(filePassword)
    await accounts.dialog.getByRole('textbox', { name: 'Confirm password' }).fill(filePassword)
    await accounts.dialog.getByRole('button', { name: 'Save keystore file' }).click()
    const saved = page.getByText('Keystore file saved:').first()
    await expect(saved).toBeVisible({ timeout: 20_000 })
    const json = await readFile((await saved.innerText()).replace(/^.*saved: /, '').trim(), 'utf8')
    const file = { name: 'key.json', mimeType: 'application/json', buffer: Buffer.from(json) }

    await accounts.ask('Account 2', 'Remove')
    await accounts.dialog.getByRole('textbox', { name: 'Wallet password' }).fill(password)
    await accounts.dialog.getByRole('textbox', { name: 'Private key' }).fill(key.replace('ac', 'ad'))
    await accounts.dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText('This isn’t the key of this account.')).toBeVisible({ timeout: 20_000 })
    await accounts.dialog.getByRole('radio', { name: 'Keystore file' }).click()
    await accounts.dialog.locator('input[type="file"]').setInputFiles(file)
    await accounts.dialog.getByRole('textbox', { name: 'File password' }).fill(filePassword)
    await accounts.dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(accounts.row('Account 2')).toHaveCount(0, { timeout: 20_000 })

    await accounts.more('Import a key')
    await accounts.dialog.getByRole('radio', { name: 'Keystore file' }).click()
    await accounts.dialog.locator('input[type="file"]').setInputFiles(file)
    const secret = accounts.dialog.getByRole('textbox', { name: 'File password' })
    await secret.fill('not this one')
    await accounts.dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('Wrong password for this keystore file.')).toBeVisible({ timeout: 20_000 })
    await secret.fill(filePassword)
    await accounts.dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(accounts.row('Account 2')).toContainText('Imported', { timeout: 20_000 })
    expect((await ask(page, 'accounts.list', undefined)).map((one) => one.address)).toContain(address)
  })

  await test.step('a second account is added, named and used, gets its own play money and pays with it', async () => {
    await accounts.open()
    await accounts.more('Add account')
    await expect(accounts.row('Account 3')).toContainText('From your recovery phrase')
    await accounts.ask('Account 3', 'Name and colour')
    await accounts.dialog.getByRole('textbox', { name: 'Name' }).fill('Counter')
    await accounts.dialog.getByRole('radio', { name: 'Violet' }).click()
    await accounts.dialog.getByRole('button', { name: 'Save' }).click()
    await expect(accounts.row('Counter')).toBeVisible()

    await goTo(page, '/wallet')
    await page.getByRole('button', { name: /^Switch: / }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Counter/ })
      .click()
    await expect(page.getByRole('button', { name: /^Switch: Counter/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your wallet is empty' })).toBeVisible()
    const wallet = new WalletPage(page)
    await wallet.getPlayMoney()
    await expect(wallet.holding('USDC', 'Harbour')).toContainText('500.00')
    const activity = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
    await expect(activity.filter({ hasText: /Received.*Harbour/ }).filter({ hasText: '+500.00 USDC' })).toBeVisible()
    const second = (await ask(page, 'accounts.list', undefined)).find(({ inUse }) => inUse)?.address
    expect(second).not.toBe(ready.wallet)

    await goTo(page, `/checkout/${topUp.sku}`)
    const checkout = new CheckoutPage(page)
    await checkout.fill('Phone number', topUp.reference)
    await checkout.payWith('USDC on Harbour')
    await checkout.seePrice()
    await checkout.confirm()
    await goTo(page, '/wallet')
    await expect(wallet.holding('USDC', 'Harbour')).not.toContainText('500.00')
    await page.getByRole('button', { name: /^Switch: / }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Account 1/ })
      .click()
    await expect(wallet.holding('USDC', 'Harbour')).toContainText('500.00')
  })
})
