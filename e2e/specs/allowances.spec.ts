import { createPublicClient, erc20Abi, http, type Address } from 'viem'
import { goTo } from '../pages/goto.ts'
import { buy, topUp, untilStatus } from '../support/buy.ts'
import { ask, expect, password, test } from '../support/test.ts'

test(
  'an allowance that a failed payment left behind is shown, and revoked once although its transaction waits long',
  {
    tag: '@reason:revocation',
  },
  async ({ ready, control, launch }) => {
    const { page, wallet } = ready
    const rpc = createPublicClient({ transport: http(await control.rpcUrl('meadow')), cacheTime: 0 })
    const owner = wallet as Address
    const coin = (await ask(page, 'networks.list', undefined))
      .find(({ key }) => key === 'meadow')
      ?.tokens.find(({ symbol }) => symbol === 'USDC')
    const token = coin?.address as Address

    await goTo(page, '/wallet/allowances')
    await expect(page.getByRole('heading', { name: 'No permissions' })).toBeVisible()

    // The contract cannot collect the coins because they are gone, so the allowance stays.
    await control.chain('meadow', { action: 'pause-mining' })
    const id = await buy(page, { ...topUp, networkKey: 'meadow', tokenKey: coin?.key ?? '' })
    await expect
      .poll(() => rpc.getTransactionCount({ address: owner, blockTag: 'pending' }), { timeout: 15_000 })
      .toBe(2)
    await control.chain('meadow', { action: 'set-balance', address: owner, token, amount: '0' })
    await control.chain('meadow', { action: 'resume-mining' })
    await untilStatus(page, id, 'not-paid')
    const { totalAmount } = await ask(page, 'purchases.get', { id })

    await goTo(page, '/wallet')
    await page.getByRole('link', { name: /^Spending permissions.*1 active$/ }).click()
    const row = page.getByRole('listitem').filter({ hasText: `can still spend up to ${totalAmount} USDC` })
    await expect(row.getByText(/^Sandbox’s payment contract /)).toBeVisible()
    const [left] = (await ask(page, 'allowances.list', {})).flatMap(({ allowances }) => allowances)
    const args = [owner, left?.spender as Address] as const
    await ask(page, 'vault.lock', undefined)
    await row.getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await control.chain('meadow', { action: 'pause-mining' })
    await dialog.getByRole('button', { name: /^Remove for up to 0\.\d+\s/ }).click()
    await expect(page.getByText(/^Removing/)).toBeVisible()

    // A power cut follows, and the transaction is not mined for long: Till asks the person, and does not send it twice.
    await ready.kill()
    const again = await launch({ clockAheadSeconds: 16 * 60, minuteSeconds: 5 })
    await goTo(again.page, '/attention')
    const card = again.page.getByRole('listitem').filter({ hasText: 'Permission not removed yet' })
    // After a start, Till gives the network a minute to answer, here five seconds.
    await expect(card).toBeVisible()
    await card.getByRole('link').click()
    await expect(again.page.getByText(/^Not removed yet/)).toBeVisible()
    await ask(again.page, 'vault.unlock', { password })
    await again.page.getByRole('button', { name: 'Speed up', exact: true }).click()
    await again.page.getByRole('button', { name: /^Speed up for up to 0\.\d+\s/ }).click()
    await expect(again.page.getByText(/^Removing/)).toBeVisible()
    await control.chain('meadow', { action: 'resume-mining' })
    await expect(again.page.getByText(/can’t spend any more USDC from this wallet/)).toBeVisible({ timeout: 30_000 })
    expect((await ask(again.page, 'attention.list', undefined)).items).toEqual([])
    await again.kill()
    const last = await launch()
    await goTo(last.page, '/wallet/allowances')
    await expect(last.page.getByRole('heading', { name: 'No permissions' })).toBeVisible({ timeout: 30_000 })
    expect(await rpc.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args })).toBe(0n)
    expect(await rpc.getTransactionCount({ address: owner })).toBe(3)
  },
)
