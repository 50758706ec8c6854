import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { standardCost } from '../../src/main/vault/keys/key-derivation.ts'
import { Frame } from '../pages/frame.ts'
import { goTo } from '../pages/goto.ts'
import { WalletPage } from '../pages/wallet.ts'
import { WelcomePage } from '../pages/welcome.ts'
import { launchRefused } from '../support/launch-till.ts'
import { everyWindow, expect, password, test } from '../support/test.ts'

test(
  'a wrong password is refused, the right one unlocks, and five wrong ones block unlocking, even after a restart',
  { tag: everyWindow },
  async ({ ready, launch, dataDir }) => {
    const { page } = ready
    const { header } = JSON.parse(await readFile(join(dataDir, 'vault.json'), 'utf8')) as { header: { kdf: unknown } }
    expect(header.kdf, 'derived at its real cost here').toMatchObject({ ...standardCost })
    await new Frame(page).lock()
    const field = page.getByRole('textbox', { name: 'Password' })
    await field.fill('not this one')
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(page.getByText('Wrong password.')).toBeVisible()
    await field.fill(password)
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()

    await new Frame(page).lock()
    for (let tries = 0; tries < 5; tries++) {
      await field.fill(`wrong ${tries}`)
      await page.getByRole('button', { name: 'Unlock', exact: true }).click()
      await expect(page.getByText(/Wrong password|Too many wrong attempts/).first()).toBeVisible()
      await expect(page.getByRole('button', { name: /^Unlocking/ })).toBeHidden()
    }
    await expect(page.getByText(/Too many wrong attempts/)).toBeVisible()
    await field.fill(password)
    await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeDisabled()

    await ready.kill()
    const again = await launch()
    await goTo(again.page, '/unlock')
    await again.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await again.page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(again.page.getByText(/Too many wrong attempts/)).toBeVisible()
  },
)

test('a wrong recovery phrase is refused with its wrong word, and the right one restores the same wallet', async ({
  till,
}) => {
  const { page } = till
  const welcome = new WelcomePage(page)
  await welcome.chooseCountry()
  await welcome.usePlayMoney()
  await page.getByRole('link', { name: /Restore from a recovery phrase/ }).click()
  const words = page.getByRole('textbox', { name: /Your recovery phrase/ })
  const restore = page.getByRole('button', { name: 'Restore wallet' })
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  for (const [typed, sentence] of [
    ['test test test test test test test test test test test jnuk', 'Word 12 isn’t on the list of recovery words'],
    [
      'test test test test test test test test test test test test',
      'These words are spelled correctly, but don’t belong together',
    ],
  ] as const) {
    await words.fill(typed)
    await restore.click()
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await words.fill('test test test test test test test test test test test junk')
  await restore.click()
  await page.waitForURL(/#\/shop/)
  await goTo(page, '/wallet')
  const dialog = await new WalletPage(page).receive()
  await expect(dialog.getByRole('img', { name: /0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/ })).toBeVisible()
})

test('a new wallet needs the right words, opens in one Till only, and follows a change of its password', async ({
  till,
  dataDir,
}) => {
  const { page } = till
  await test.step('a wrong answer in the backup check creates no wallet', async () => {
    const welcome = new WelcomePage(page)
    await welcome.chooseCountry()
    await welcome.usePlayMoney()
    await welcome.choosePassword(password)
    const words = await welcome.readWords()
    await welcome.confirmWritten()
    await welcome.answerCheck(words.map(() => 'zoo'))
    await expect(page.getByText('At least one word is wrong')).toBeVisible()
    await welcome.answerCheck(words)
    await page.waitForURL(/#\/shop/)
  })

  await test.step('a second Till on the same data folder is refused with a message, and the first keeps running', async () => {
    const refused = await launchRefused({ shell: 'chromium', dataDir })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('Till is already open')
    await goTo(page, '/wallet')
    await expect(page.getByRole('heading', { name: 'Wallet', level: 1 })).toBeVisible()
  })

  await test.step('a changed password unlocks the wallet, and the old one no longer does', async () => {
    await goTo(page, '/settings/security')
    await page.getByRole('button', { name: /Change the password|Change password/ }).click()
    await page.getByRole('textbox', { name: 'Current password' }).fill(password)
    await page.getByRole('textbox', { name: 'New password' }).fill('another sentence for later 9')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('another sentence for later 9')
    await page
      .getByRole('button', { name: /^(Change|Save)/ })
      .last()
      .click()
    await expect(page.getByText(/password (is|was) changed|changed/i).first()).toBeVisible()
    await new Frame(page).lock()
    const field = page.getByRole('textbox', { name: 'Password' })
    await field.fill(password)
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(page.getByText('Wrong password.')).toBeVisible()
    await field.fill('another sentence for later 9')
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
  })
})
