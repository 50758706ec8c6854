import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'fast-png'
import encodeQR from 'qr'
import { goTo } from '../pages/goto.ts'
import { ask } from '../support/ask.ts'
import { buy, giftCard, untilStatus } from '../support/buy.ts'
import { goOffline } from '../support/go-offline.ts'
import { readQr } from '../support/read-qr.ts'
import { expect, password, test } from '../support/test.ts'

const code = '6FGH-21KQ-P0ZV'
const activation = 'LPA:1$smdp.example.com$04386-AGYFT-A74Y8-3F815'

/** Returns a picture of a QR code on a wide margin, as a phone's screenshot of an e-mail has it. */
function pictureOf(text: string): Buffer {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 12 })
  const [size, scale] = [modules.length, 6]
  const data = new Uint8Array((size * scale) ** 2)
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [at % (size * scale), Math.floor(at / (size * scale))].map((place) => Math.floor(place / scale))
    data[at] = modules[y ?? 0]?.[x ?? 0] ? 20 : 250
  }
  return Buffer.from(encode({ width: size * scale, height: size * scale, channels: 1, data }))
}

test('without a connection, codes are kept from a paste or a picture, found after a restart, shown as each is used, and nowhere in clear', async ({
  fast,
  control,
  launch,
  dataDir,
}) => {
  const { page } = fast
  const id = await buy(page, giftCard)
  await untilStatus(page, id, 'delivered')
  await goOffline(page, control)
  await goTo(page, `/purchases/${id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Keep the code' }).click()
  await dialog.getByRole('textbox', { name: 'Code' }).fill(` ${code} `)
  await dialog.getByRole('textbox', { name: 'Note' }).fill('For Lupe')
  await dialog.getByRole('button', { name: 'Keep the code' }).click()
  await expect(page.getByText('•••• P0ZV')).toBeVisible()

  await page.getByRole('button', { name: 'Another code' }).click()
  const picture = { name: 'esim.png', mimeType: 'image/png', buffer: pictureOf(activation) }
  await dialog.locator('input[type=file]').setInputFiles(picture)
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveValue(activation)
  const blank = encode({ width: 8, height: 8, channels: 1, data: new Uint8Array(64).fill(255) })
  await dialog.locator('input[type=file]').setInputFiles({ ...picture, buffer: Buffer.from(blank) })
  await expect(dialog.getByText('There’s no QR code in this picture')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveValue(activation)
  await dialog.getByRole('button', { name: 'Keep the code' }).click()
  await expect(page.getByText('•••• 83F815')).toBeVisible()
  await fast.kill()

  const again = (await launch()).page
  await goTo(again, '/purchases')
  await again.getByRole('link', { name: '2 codes kept' }).click()
  await again.getByRole('searchbox', { name: 'Search codes' }).fill('lupe')
  await expect(again.getByText('•••• 83F815')).toBeHidden()
  await again.getByRole('button', { name: /^Show the code/ }).click()
  const asked = again.getByRole('dialog')
  await asked.getByRole('textbox', { name: 'Password' }).fill(password)
  await asked.getByRole('button', { name: 'Unlock' }).click()
  await expect(asked.getByText(code)).toBeVisible()
  await asked.getByRole('button', { name: 'Hide' }).click()
  await expect(asked.getByText(code)).toBeHidden()
  await asked.getByRole('button', { name: 'Copy the code' }).click()
  await expect(asked.getByText('It stays on the clipboard until you copy something else.')).toBeVisible()
  await again.keyboard.press('Escape')

  await again.getByRole('button', { name: /^Edit: Pixelforge Arcade/ }).click()
  await asked.getByRole('textbox', { name: /^What’s left, in / }).fill('3.50')
  await asked.getByRole('button', { name: 'Save' }).click()
  await expect(again.getByText('€3.50 left')).toBeVisible()
  await again.getByRole('searchbox', { name: 'Search codes' }).fill('f815')
  await expect(again.getByText('€3.50 left')).toBeHidden()
  await again.getByRole('button', { name: /^Show the code/ }).click()
  await expect(asked.getByText(/^An eSIM can usually be installed only once\./)).toBeVisible()
  await asked.getByRole('button', { name: 'Show the QR code' }).click()
  expect(await readQr(asked.getByRole('img', { name: 'QR code that installs the eSIM' }))).toBe(activation)
  await expect(asked.getByRole('definition')).toHaveText([...activation.split('$').slice(1), activation])
  for (const phone of ['On an iPhone', 'On an Android phone']) {
    await asked.getByText(phone).click()
    await expect(asked.getByRole('listitem').filter({ visible: true })).toHaveCount(3)
    await asked.getByText(phone).click()
  }
  await again.keyboard.press('Escape')
  await again.getByRole('button', { name: /^Mark as used/ }).click()
  await again.getByRole('dialog').getByRole('button', { name: 'Mark as used' }).click()
  await expect(again.getByText('Used', { exact: true })).toBeVisible()

  // Another page takes the place of the one that showed the codes.
  await again.evaluate(() => Object.assign(window, { isThis: true }))
  await again.evaluate(() => void window.till?.request('vault.lock', undefined))
  await expect(again.getByText('Till locked automatically.')).toBeVisible()
  expect(await again.evaluate(() => 'isThis' in window)).toBe(false)
  await expect(again).toHaveURL(/#\/codes$/)

  for (const file of ['ledger.db', 'ledger.db-wal', 'cache.db', 'till.log']) {
    const bytes = await readFile(join(dataDir, file)).catch(() => Buffer.alloc(0))
    for (const text of [code, 'AGYFT', 'Lupe']) expect([file, text, bytes.includes(text)]).toEqual([file, text, false])
  }
})

test('a code that the service returns is kept by itself once the setting is on, and nowhere in clear', async ({
  fast,
  control,
  dataDir,
}) => {
  const { page } = fast
  await control.settings({ returnsCodes: true })
  await goTo(page, '/settings/service')
  await page.locator('#service').getByRole('button').click()
  await page.getByText('More settings').click()
  await page.getByRole('checkbox', { name: 'The service returns codes' }).click()
  await page.getByRole('button', { name: 'Test the service' }).click()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await ask(page, 'profile.get', undefined)).returnsCodes).toBe(true)
  const id = await buy(page, giftCard)
  await untilStatus(page, id, 'delivered')
  await expect.poll(async () => (await ask(page, 'codes.list', { purchaseId: id })).length).toBe(1)
  await goTo(page, `/purchases/${id}`)
  await page.getByRole('button', { name: /^Show the code/ }).click()
  const [kept] = await ask(page, 'codes.list', { purchaseId: id })
  const { text, pin } = await ask(page, 'codes.reveal', { id: kept?.id ?? '' })
  expect([/^[0-9A-F]{4}(-[0-9A-F]{4}){2}$/.test(text), /^\d{4}$/.test(pin ?? '')]).toEqual([true, true])
  await expect(page.getByRole('dialog').getByText(text)).toBeVisible()
  await goTo(page, `/codes/${kept?.id}/gift`)
  const gift = page.getByRole('region', { name: 'The gift' })
  await expect(gift.getByText(text)).toBeVisible()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('Feliz cumpleaños')
  await expect(gift.getByText('Feliz cumpleaños')).toBeVisible()
  const inkOf = async (theme: string, colorScheme: 'light' | 'dark') => {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
    await page.emulateMedia({ media: 'print', colorScheme, reducedMotion: 'reduce' })
    return gift.getByText(text).evaluate((element) => getComputedStyle(element).color)
  }
  const onPaper = await inkOf('light', 'light')
  expect([await inkOf('dark', 'light'), await inkOf('system', 'dark')]).toEqual([onPaper, onPaper])
  await expect(gift.getByText('Feliz cumpleaños')).toBeVisible()
  await expect(message).toBeHidden()

  for (const file of ['ledger.db', 'ledger.db-wal', 'cache.db', 'till.log', 'settings.json']) {
    const bytes = await readFile(join(dataDir, file)).catch(() => Buffer.alloc(0))
    for (const one of [text, 'Feliz']) expect([file, one, bytes.includes(one)]).toEqual([file, one, false])
  }
})
