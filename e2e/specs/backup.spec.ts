import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CheckoutPage } from '../pages/checkout.ts'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import { PurchasesPage } from '../pages/purchases.ts'
import { WelcomePage } from '../pages/welcome.ts'
import { buy, giftCard, topUp, untilStatus } from '../support/buy.ts'
import { ask, expect, password, test } from '../support/test.ts'

test('a backup file moves a wallet to another machine, where it finds later purchases and pays again', async ({
  fast,
  launch,
  control,
}, info) => {
  const stick = info.outputPath('stick')
  await mkdir(stick, { recursive: true })
  const { page: old } = fast
  const before = await buy(old, topUp)
  await untilStatus(old, before, 'delivered')
  await ask(old, 'accounts.rename', { address: fast.wallet as `0x${string}`, name: 'Market', colour: 'rose' })
  await ask(old, 'favourites.set', { kind: 'brand', key: 'nimbus-mobile', starred: true })
  await goTo(old, '/settings/backup')
  await old.locator('#backup').getByRole('button', { name: 'Choose a folder' }).click()
  const dialog = old.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(stick)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Back up to this folder' }).click()
  await expect(old.getByText('Backup file made and checked.')).toBeVisible()
  // The backup does not contain later purchases.
  const since = await buy(old, giftCard)
  await untilStatus(old, since, 'delivered')
  await fast.close()

  const [name = ''] = await readdir(stick)
  const file = join(stick, name)
  const dataDir = info.outputPath('new-machine')
  // The wallet is open before its networks are known.
  await control.fault({ operation: 'listNetworks', kind: 'delay', milliseconds: 6_000, times: 1 })
  const { page } = await launch({ dataDir })
  await new WelcomePage(page).chooseCountry()
  await page.getByRole('link', { name: 'Restore from a backup file' }).click()
  await page.getByRole('textbox', { name: 'Path of the file' }).fill(file)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText(/^Made .*1 account$/)).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Password' })
  await field.fill('not this one')
  await page.getByRole('button', { name: 'Restore wallet' }).click()
  await expect(page.getByText('Wrong password.')).toBeVisible()
  await field.fill(password)
  await page.getByRole('button', { name: 'Restore wallet' }).click()
  await page.waitForURL(/#\/shop/)
  await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()

  expect(await ask(page, 'app.get', undefined)).toMatchObject({ wallet: { address: fast.wallet, name: 'Market' } })
  expect((await ask(page, 'favourites.list', undefined)).brands).toMatchObject([{ brand: { slug: 'nimbus-mobile' } }])
  await goTo(page, '/purchases')
  await expect(new PurchasesPage(page).rows.filter({ hasText: '55 1234 5678' })).toHaveCount(1)
  // Nothing is paid until network and service explain what the backup lacks. Then the purchase made elsewhere is shown.
  await expect
    .poll(async () => (await ask(page, 'history.elsewhere', undefined)).length, { timeout: 60_000, intervals: [500] })
    .toBe(1)
  await goTo(page, '/shop')
  await goTo(page, '/purchases')
  await expect(page.getByText('Paid with this wallet elsewhere')).toBeVisible()

  await goTo(page, `/checkout/${topUp.sku}`)
  const checkout = new CheckoutPage(page)
  await checkout.fill('Phone number', '5598765432')
  await checkout.payWith('USDC on Harbour')
  await checkout.seePrice()
  await checkout.confirm()
  const [bought] = (await ask(page, 'purchases.list', {})).purchases
  await untilStatus(page, bought?.id ?? '', 'delivered')
})

test('Till reports a missing ledger, and pays from its copy or an empty one once later purchases are known', async ({
  fast,
  launch,
  dataDir,
  control,
}) => {
  async function loseLedger(): Promise<void> {
    for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, `ledger.db${suffix}`), { force: true })
  }
  const bought = await buy(fast.page, topUp)
  await untilStatus(fast.page, bought, 'delivered')
  await ask(fast.page, 'ledgerCopies.make', undefined)
  await fast.close()
  await loseLedger()

  const copied = await launch()
  const missing = { name: 'Your purchases are missing' }
  await expect(copied.page.getByRole('heading', missing)).toBeVisible()
  await copied.page.getByRole('button', { name: 'Check again' }).click()
  await expect(copied.page.getByText('The file is still missing.')).toBeVisible()
  expect(await readdir(dataDir)).not.toContain('ledger.db')
  await copied.page.getByRole('button', { name: 'Use the copy' }).click()
  await new Frame(copied.page).unlock(password)
  await untilStatus(copied.page, bought, 'delivered')
  await copied.close()
  await loseLedger()
  await rm(join(dataDir, 'backups'), { recursive: true })

  await control.fault({ operation: 'listTransactions', kind: 'status', status: 503, body: {}, times: 500 })
  const { page } = await launch()
  await expect(page.getByRole('heading', missing)).toBeVisible()
  await page.getByRole('button', { name: 'See what is lost' }).click()
  await page.getByRole('button', { name: 'Start without them' }).click()
  // The ledger held the service, but not the wallet.
  await page.getByRole('button', { name: 'Use play money' }).click()
  await new Frame(page).unlock(password)
  expect(await ask(page, 'app.get', undefined)).toMatchObject({ wallet: { address: fast.wallet } })
  expect((await ask(page, 'purchases.list', {})).purchases).toEqual([])
  await expect(buy(page, giftCard)).rejects.toThrow('checkout.confirm: quote-refused')
  expect((await control.ledger(fast.wallet)).payments).toHaveLength(1)
  await control.clearFaults()
  let next = ''
  // Each refused offer makes Till check again.
  await expect(async () => void (next = await buy(page, giftCard))).toPass({ timeout: 60_000, intervals: [1000] })
  expect(await ask(page, 'history.elsewhere', undefined)).toHaveLength(1)
  await untilStatus(page, next, 'delivered')
})

test('an unreadable vault is set aside, and its previous version opens', async ({ ready, launch, dataDir }) => {
  await ask(ready.page, 'accounts.add', undefined)
  await ready.close()
  const vault = join(dataDir, 'vault.json')
  const damaged = (await readFile(vault)).subarray(0, 200)
  await writeFile(vault, damaged)

  const { page } = await launch()
  await expect(page.getByRole('heading', { name: 'Till can’t read your wallet file' })).toBeVisible()
  await page.getByRole('button', { name: 'Use this version' }).click()
  await new Frame(page).unlock(password)
  expect(await ask(page, 'accounts.list', undefined)).toMatchObject([{ address: ready.wallet }])
  const folder = (await readdir(dataDir)).find((name) => name.startsWith('set-aside-')) ?? ''
  expect(await readFile(join(dataDir, folder, 'vault.json'))).toEqual(damaged)
})

test('deleting a wallet needs its recovery phrase and leaves no trace on disk, and the phrase restores it', async ({
  ready,
  dataDir,
}) => {
  const { page, wallet, words } = ready
  const vault = await readFile(join(dataDir, 'vault.json'), 'utf8')
  await goTo(page, '/settings/delete')
  await page.locator('#erase').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Delete this wallet' })
  await dialog.getByRole('textbox', { name: `Type ${wallet.slice(-4)}` }).fill(wallet.slice(-4))
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  const typed = dialog.getByRole('textbox', { name: 'Your recovery phrase, words separated by spaces' })
  await typed.fill(`${words.split(' ').slice(1).join(' ')} zoo`)
  await dialog.getByRole('button', { name: 'Delete this wallet' }).click()
  await expect(dialog.locator('[aria-invalid=true]')).toBeVisible()
  expect(await readFile(join(dataDir, 'vault.json'), 'utf8')).toBe(vault)
  await typed.fill(words)
  await dialog.getByRole('button', { name: 'Delete this wallet' }).click()
  await expect(page.getByRole('heading', { name: 'Where are you?' })).toBeVisible()
  expect(await ask(page, 'app.get', undefined)).toMatchObject({ wallet: null, profile: null })
  const { content } = JSON.parse(vault) as { content: { bytes: string } }
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    // The browser replaces files of its own meanwhile; one that is gone holds nothing.
    const left = await readFile(join(file.parentPath, file.name), 'latin1').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return ''
      throw error
    })
    for (const trace of [content.bytes, wallet, wallet.toLowerCase()])
      expect(left.includes(trace), `${file.name} holds ${trace.slice(0, 10)}`).toBe(false)
  }

  await ask(page, 'profile.save', 'sandbox')
  expect(await ask(page, 'vault.restore', { words, password })).toMatchObject({ wallet: { address: wallet } })
})
