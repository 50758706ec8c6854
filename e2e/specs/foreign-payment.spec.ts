import { readFile } from 'node:fs/promises'
import { goTo } from '../pages/goto.ts'
import { openNode, payByHand } from '../support/pay-by-hand.ts'
import { topUp } from '../support/buy.ts'
import { ask, expect, password, test } from '../support/test.ts'

const otherAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

test(
  'an unexplained payment appears in the inbox with its details, until the person confirms it',
  {
    tag: '@reason:foreign-payment',
  },
  async ({ ready, sandbox }) => {
    const { page, words } = ready
    const harbour = (await ask(page, 'networks.list', undefined)).find(({ key }) => key === 'harbour')
    if (!harbour) throw new Error('There is no Harbour')
    const hash = await payByHand(await openNode(sandbox, 'harbour'), harbour, words, otherAddress)
    const coin = { networkKey: 'harbour', tokenKey: harbour.tokens.find(({ symbol }) => symbol === 'USDC')?.key ?? '' }
    const problemsNow = async (): Promise<string[]> => {
      const { problems } = await ask(page, 'checkout.quote', { ...topUp, fields: {}, ...coin })
      return problems.map(({ problem }) => problem)
    }
    expect(await problemsNow()).toContain('wallet-used-elsewhere')

    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Action needed: 1' }).first()
    await entry.click()
    const card = page.getByRole('main').getByRole('listitem')
    await expect(card.getByRole('heading', { name: 'Unknown payment' })).toBeVisible()
    for (const known of ['7.00 USDC', 'Harbour', otherAddress, hash]) await expect(card).toContainText(known)
    await card.getByRole('button', { name: 'Save what is known' }).click()
    const saved = await card.getByText(/^Saved as /).textContent()
    const file = JSON.parse(await readFile((saved ?? '').replace('Saved as ', ''), 'utf8')) as unknown
    expect(file).toMatchObject({
      payment: { hash, to: otherAddress, amount: '7', token: 'USDC' },
      knownToService: null,
    })
    expect(await problemsNow()).toContain('payment-unanswered')
    await goTo(page, '/purchases')
    await expect(page.getByText('Paid with this wallet elsewhere')).toBeHidden()
    await goTo(page, '/attention')
    await ask(page, 'vault.lock', undefined)
    await card.getByRole('button', { name: 'It was me' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Yes, it was me' }).click()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    await expect(entry).toBeHidden()
    expect(await problemsNow()).not.toContain('payment-unanswered')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  },
)
