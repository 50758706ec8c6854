import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CheckoutPage } from '../pages/checkout.ts'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { expect, password as walletPassword, test } from '../support/test.ts'

const name = 'Guadalupe Hinojosa'
const password = 'correct horse battery staple'
const address = '0x8bA1cc09551Bd43280301264500036ddD64dbA72'

/** Exports everybody into a file whose name has an end, by the steps in the dialog, and returns its path. */
async function exported(page: Page, end: string, choose: () => Promise<void>): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await choose()
  await page.getByRole('button', { name: 'Save file' }).click()
  const saved = page.getByText(new RegExp(`^Saved: .*\\.${end}$`))
  return ((await saved.textContent()) ?? '').replace('Saved: ', '')
}
async function removed(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Nobody here yet')).toBeVisible()
}
async function imported(page: Page, path: string, open = async (): Promise<void> => undefined): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path)
  await open()
  await page.getByRole('checkbox', { name: '+52 55 8765 4321' }).click()
  await page.getByRole('button', { name: 'Save one person' }).click()
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
}

test('a number is saved from a purchase, found by its name, exported, and imported again, and is nowhere in clear', async ({
  fast,
  control,
  dataDir,
}) => {
  const { page } = fast
  const id = await buy(page, { ...topUp, reference: '5587654321' })
  await untilStatus(page, id, 'delivered')
  await goTo(page, `/purchases/${id}`)
  await page.getByRole('button', { name: 'Save to People' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Saved to People.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save to People' })).toBeHidden()

  await goTo(page, '/shop')
  const asked = (await control.requests()).length
  await expect(page.getByRole('region', { name: 'People' }).getByRole('link', { name: /^Guadalupe/ })).toBeVisible()
  await new Frame(page).search('guada')
  const found = page.getByRole('region', { name: 'People' }).getByRole('link', { name: /^Guadalupe/ })
  await expect(found).toBeVisible()
  const since = (await control.requests()).slice(asked).map(({ operation }) => operation)
  expect(since.filter((operation) => /^list(?!Transactions)|Quote/.test(operation))).toEqual([])
  await found.click()
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(/55.?8765.?4321$/)
  await expect(page.getByRole('status').filter({ hasText: name })).toBeVisible()

  await goTo(page, '/people')
  const prove = (): Promise<void> => page.getByLabel('Wallet password', { exact: true }).fill(walletPassword)
  const card = await exported(page, 'vcf', prove)
  expect(await readFile(card, 'utf8')).toContain(`FN:${name}\r\nTEL;VALUE=uri:tel:+525587654321\r\n`)
  const table = await exported(page, 'csv', async () => {
    await page.getByText('CSV', { exact: true }).click()
    await prove()
  })
  const sealed = await exported(page, 'encrypted', async () => {
    await page.getByRole('checkbox', { name: 'Encrypt with a password' }).click()
    await page.getByLabel('Password for the file', { exact: true }).fill(password)
    await page.getByLabel('Confirm password', { exact: true }).fill(password)
    await prove()
  })
  for (const path of [card, table]) {
    await removed(page)
    await imported(page, path)
  }
  await removed(page)
  await imported(page, sealed, async () => {
    await page.getByLabel('Password of the file', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
  })

  const doubtful = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    `FN:${name}`,
    'TEL;CELL:+525511112222',
    `URL:ethereum:${address}`,
    'END:VCARD',
  ]
  const buffer = Buffer.from(doubtful.join('\r\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'card.vcf', mimeType: 'text/vcard', buffer })
  await expect(page.getByText(`${name} is here already. Saving adds +52 55 1111 2222.`)).toBeVisible()
  await page.getByRole('checkbox', { name: '+52 55 1111 2222' }).click()
  await page.getByRole('button', { name: 'Save one person' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('+52 55 1111 2222')).toBeVisible()
  await expect(page.getByRole('link', { name: `Send to ${name}` })).toBeHidden()

  await fast.kill()
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map((file) => file.name)).toEqual(expect.arrayContaining(['ledger.db', 'cache.db', 'till.log']))
  for (const { parentPath, name: file } of files) {
    if ([card, table].includes(join(parentPath, file))) continue
    // A browser that is killed still removes files.
    const bytes = await readFile(join(parentPath, file)).catch(() => Buffer.alloc(0))
    for (const text of ['Guadalupe', '87654321'])
      expect([file, text, bytes.includes(text)]).toEqual([file, text, false])
  }
})

test('who was bought for twice is offered, named, and offered again in the checkout, which asks about one wrong digit', async ({
  fast,
  control,
}) => {
  const { page } = fast
  for (const _ of [1, 2]) await untilStatus(page, await buy(page, topUp), 'delivered')
  await goTo(page, '/people')
  await page.getByRole('button', { name: 'Add from purchases' }).click()
  await page
    .getByRole('group', { name: /2 purchases$/ })
    .getByRole('textbox')
    .fill(name)
  await page.getByRole('button', { name: 'Save one person' }).click()
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add from purchases' })).toBeHidden()

  await goTo(page, `/checkout/${topUp.sku}`)
  const checkout = new CheckoutPage(page)
  await checkout.fill('Phone number', 'guada')
  const number = page.getByRole('textbox', { name: 'Phone number' })
  await page.getByRole('list', { name: 'People' }).getByRole('button').hover()
  await page.mouse.down()
  await expect(number).toBeFocused()
  await page.mouse.up()
  await expect(number).toHaveValue(/5512345678$/)

  const question = page.getByText(`Almost the number of ${name}, +52 55 1234 5678.`)
  for (const wrong of ['55 1234 5679', '55 1234 5687']) {
    await checkout.fill('Phone number', wrong)
    await expect(question).toBeVisible()
    await page.getByRole('button', { name: 'Use +52 55 1234 5678' }).click()
    await expect(number).toHaveValue(/^\+52 ?55 ?1234 ?5678$/)
    await expect(question).toBeHidden()
  }
  const asked = (await control.requests()).length
  await checkout.fill('Phone number', '55 1234 5679')
  await expect(question).toBeVisible()
  await checkout.seePrice()
  await expect(page.getByText('Answer this before you see the price.')).toBeVisible()
  expect((await control.requests()).slice(asked).some(({ operation }) => operation === 'createQuote')).toBe(false)
  await page.getByRole('checkbox', { name: 'The number is right' }).click()
  await checkout.seePrice()
  await expect(checkout.pay).toBeVisible()
})
