import { goTo } from '../../pages/goto.ts'
import { topUp } from '../../support/buy.ts'
import { windowSizes } from '../../support/check-screen.ts'
import { findCoveredByMessages } from '../../support/covered-by-messages.ts'
import { Keyboard } from '../../support/keyboard.ts'
import { expect, test } from '../../support/test.ts'

test('in a narrow window the bars never cover the focus', async ({ shared }) => {
  const { page } = shared
  const keyboard = new Keyboard(page)
  await page.setViewportSize(windowSizes.narrow)
  for (const [path, first, last] of [
    ['/settings/service', 'Edit', 'Add a node to Meadow'],
    ['/wallet', 'Receive', 'Refresh'],
    [`/checkout/${topUp.sku}`, 'Back', 'See price'],
  ] as const) {
    await goTo(page, path)
    await expect(page.getByRole('button', { name: last })).toBeEnabled()
    await keyboard.tabTo(last)
    await keyboard.tabBackTo(first)
  }
})

test('a message covers no bar at any width, and with the rail nothing of the page either', async ({ shared }) => {
  const { page } = shared
  await goTo(page, '/wallet')
  for (const shape of ['narrow', 'upright', 'desk'] as const) {
    await page.setViewportSize(windowSizes[shape])
    await page.getByRole('button', { name: 'Get play money' }).click()
    await expect(page.getByText('Play money has arrived in your wallet.')).toBeVisible()
    // Narrow windows have no free place; what lies under the message scrolls clear of it.
    const parts = shape === 'desk' ? 'main, header, aside' : 'header, aside'
    const controls = `:is(${parts}) :is(button, a[href], input, select)`
    expect.soft(await findCoveredByMessages(page, controls), shape).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
})

test('a message gives way to the focus', async ({ shared }) => {
  const { page } = shared
  const keyboard = new Keyboard(page)
  await goTo(page, '/wallet')
  await page.getByRole('button', { name: 'Get play money' }).click()
  await expect(page.getByText('Play money has arrived in your wallet.')).toBeVisible()
  await keyboard.tabBackTo(/^Search brands/)
  await keyboard.tabTo('Get play money')
})
