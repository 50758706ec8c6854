import { createPublicClient, erc20Abi, getAddress, http, type Address, type PublicClient } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { goTo } from '../pages/goto.ts'
import { ask, expect, password, test } from '../support/test.ts'
import type { Page } from '@playwright/test'

const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address

async function coinOf(page: Page): Promise<Address> {
  const networks = await ask(page, 'networks.list', undefined)
  const coin = networks.find(({ key }) => key === 'harbour')?.tokens.find(({ symbol }) => symbol === 'USDC')
  return coin?.address as Address
}
const heldBy = (rpc: PublicClient, token: Address, account: Address): Promise<bigint> =>
  rpc.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })

/** Fills in the form and asks for the review. */
async function review(page: Page, to: string, amount: string): Promise<void> {
  await page.getByLabel('To address').fill(to)
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await expect(page.getByText('Goes to')).toBeVisible()
}

test('coins arrive once although Till was killed before they were mined, and a look-alike address raises a warning', async ({
  ready,
  control,
  launch,
}) => {
  const { page, wallet } = ready
  const rpc = createPublicClient({ transport: http(await control.rpcUrl('harbour')), cacheTime: 0 })
  const token = await coinOf(page)
  const to = newAddress()

  await goTo(page, `/wallet/send?network=harbour&token=${token}`)
  await review(page, to.toLowerCase(), '7.25')
  await expect(page.getByRole('img', { name: to }).first()).toBeVisible()
  await expect(page.getByText('This address has never been used on this network.')).toBeVisible()
  await ask(page, 'vault.lock', undefined)
  await control.chain('harbour', { action: 'pause-mining' })
  await page.getByRole('button', { name: 'Send 7.25 USDC' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible()

  // A power cut follows: the next start continues automatically, and nothing is sent twice.
  await ready.kill()
  await control.chain('harbour', { action: 'resume-mining' })
  const again = await launch()
  await expect
    .poll(async () => (await ask(again.page, 'transfers.list', {})).transfers.map(({ state }) => state), {
      timeout: 30_000,
      intervals: [500],
    })
    .toEqual(['final'])
  expect(await heldBy(rpc, token, to)).toBe(7_250_000n)
  expect(await rpc.getTransactionCount({ address: wallet as Address })).toBe(1)
  expect((await ask(again.page, 'attention.list', undefined)).items).toEqual([])

  const poison = getAddress(`0x${to.slice(2, 6)}${newAddress().slice(6, 38)}${to.slice(38)}`.toLowerCase())
  await ask(again.page, 'vault.unlock', { password })
  await goTo(again.page, `/wallet/send?network=harbour&token=${token}`)
  await review(again.page, poison, '1')
  await expect(again.page.getByText(/^This address only looks like an address you used before/).first()).toBeVisible()
  const send = again.page.getByRole('button', { name: 'Send 1.00 USDC' })
  await expect(send).toBeDisabled()
  const { typeGroup } = await ask(again.page, 'transfers.offer', {
    to: poison,
    networkKey: 'harbour',
    token,
    amount: '1',
  })
  await again.page
    .getByLabel(/^To continue, type group/)
    .fill(poison.slice(2 + (typeGroup ?? 0) * 4, 6 + (typeGroup ?? 0) * 4))
  await expect(send).toBeEnabled()
  // The request above made a newer review, so this one has expired.
  await send.click()
  await expect(again.page.getByText('This review expired.')).toBeVisible()
  expect(await heldBy(rpc, token, poison)).toBe(0n)
})

test(
  'a limit refuses larger transfers and allows smaller ones, of which one that is not mined for long raises a question',
  {
    tag: '@reason:transfer',
  },
  async ({ ready, control, launch }) => {
    const { page } = ready
    const token = await coinOf(page)
    const unlimited = { perPurchase: null, perDay: null, perRecipient: null }
    await test.step('a limit refuses larger transfers and allows smaller ones, which are found by their note and tag', async () => {
      const to = newAddress()
      await ask(page, 'limits.set', { limits: { ...unlimited, perDay: '10' }, password })
      await goTo(page, `/wallet/send?network=harbour&token=${token}`)
      await review(page, to, '10.5')
      await expect(page.getByText('10.00 USDC left of your 24-hour limit.')).toBeVisible()
      await expect(page.getByRole('button', { name: /^Send 10\.50/ })).toHaveCount(0)
      const { offerKey } = await ask(page, 'transfers.offer', { to, networkKey: 'harbour', token, amount: '10.5' })
      await expect(
        ask(page, 'transfers.confirm', { offerKey, typed: null, acceptCoin: false, acceptNotSimulated: false }),
      ).rejects.toThrow()
      expect((await ask(page, 'transfers.list', {})).total).toBe(0)
      await review(page, to, '10')
      await page.getByRole('button', { name: 'Send 10.00 USDC' }).click()
      await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible({ timeout: 20_000 })

      await page.getByRole('button', { name: 'Add a note' }).click()
      await page.getByRole('textbox', { name: 'Note' }).fill('Rent for Oaxaca')
      await page.getByRole('textbox', { name: 'Tags' }).fill('family')
      await page.getByRole('button', { name: 'Save note' }).click()
      await page.getByRole('link', { name: '#family' }).click()
      const sent = page.getByRole('main').getByRole('listitem')
      const search = page.getByRole('textbox', { name: 'Search sent coins' })
      await expect(search).toHaveValue('#family')
      await expect(sent).toHaveCount(1)
      for (const [words, found] of [
        ['#work', 0],
        ['oaxaca', 1],
        ['puebla', 0],
        [to, 1],
      ] as const) {
        await search.fill(words)
        await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(words)}$`))
        await expect(sent).toHaveCount(found)
      }
      await sent.getByRole('link').click()
      await expect(page.getByText('Rent for Oaxaca')).toBeVisible()
      await ask(page, 'limits.set', { limits: unlimited, password })
    })

    await test.step('a transfer that is not mined for long raises a question, which is closed once the coins arrive', async () => {
      await goTo(page, `/wallet/send?network=harbour&token=${token}`)
      await review(page, newAddress(), '2')
      await control.chain('harbour', { action: 'pause-mining' })
      await page.getByRole('button', { name: 'Send 2.00 USDC' }).click()
      await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible()
      await ready.kill()
      const again = await launch({ clockAheadSeconds: 16 * 60, minuteSeconds: 5 })
      await goTo(again.page, '/attention')
      const card = again.page.getByRole('listitem').filter({ hasText: 'Sent, but not confirmed' })
      // After a start, Till gives the network a minute to answer, here five seconds.
      await expect(card).toBeVisible()
      await card.getByRole('link').click()
      await expect(again.page.getByRole('heading', { name: 'Action needed' })).toBeVisible()
      await control.chain('harbour', { action: 'resume-mining' })
      await expect(again.page.getByRole('heading', { name: 'Arrived' })).toBeVisible({ timeout: 30_000 })
      await goTo(again.page, '/attention')
      await expect(again.page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
    })
  },
)
