import type { Page } from '@playwright/test'
import { CounterPage } from '../pages/counter.ts'
import { goTo } from '../pages/goto.ts'
import { buy, giftCard, topUp, untilStatus } from '../support/buy.ts'
import { windowSizes } from '../support/check-screen.ts'
import { readLayoutShift, resetLayoutShift, watchLayoutShift } from '../support/layout-shift.ts'
import { ask, expect, password, test } from '../support/test.ts'
import { addAna, beginSelling, signIn } from '../support/use-register.ts'

const MAX_SCORE = 0.02
/** The shapes of window that Till is drawn for. */
const shapes = ['desk', 'upright'] as const
const settingsPages = ['general', 'service', 'security', 'backup', 'point-of-sale', 'help', 'about', 'delete']
const register = '0x00000000000000000000000000000000000000A1'

const prices = {
  currency: 'MXN',
  rate: '20',
  rules: [{ productType: null, brandSlug: null, country: null, percent: '10', fixed: '0', upTo: '5' }],
  limits: { perSale: null, perClerk: null, perShift: null, perDay: null },
}

/**
 * Opens each screen twice at both shapes of the window, from the one before it in the list and as the first page of a start, and checks
 * that nothing on it moves. No two neighbours are one screen with other content.
 */
async function expectStill(page: Page, paths: readonly string[]): Promise<void> {
  await watchLayoutShift(page)
  for (const shape of shapes) {
    await page.setViewportSize(windowSizes[shape])
    await startAt(page, paths.at(-1) ?? '')
    await readLayoutShift(page)
    const scores: string[] = []
    for (const path of paths) {
      await resetLayoutShift(page)
      await goTo(page, path)
      const later = await readLayoutShift(page)
      await startAt(page, path)
      const first = await readLayoutShift(page)
      scores.push(`${path} ${first.score.toFixed(3)} ${later.score.toFixed(3)}`)
      const where = `${path}, ${shape}`
      expect.soft(first.score, `${where}, at a start: ${first.moved.join(', ')}`).toBeLessThanOrEqual(MAX_SCORE)
      expect.soft(later.score, `${where}, from elsewhere: ${later.moved.join(', ')}`).toBeLessThanOrEqual(MAX_SCORE)
    }
    console.log(`layout shift at a start and from elsewhere, ${shape}: ${scores.join('; ')}`)
  }
}

/** Loads the page with a screen as its first, which is not drawn before. */
async function startAt(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => history.replaceState(null, '', hash), `#${path}`)
  await page.reload()
}

/** Sends a coin; returns the transfer's id. */
async function send(page: Page): Promise<string> {
  const networks = await ask(page, 'networks.list', undefined)
  const coin = networks.find(({ key }) => key === 'harbour')?.tokens.find(({ symbol }) => symbol === 'USDC')
  const offer = { to: register, networkKey: 'harbour', token: coin?.address ?? '', amount: '1' }
  const { offerKey } = await ask(page, 'transfers.offer', offer)
  const consent = { typed: null, acceptCoin: false, acceptNotSimulated: false }
  return (await ask(page, 'transfers.confirm', { offerKey, ...consent })).id
}

/** Sells a top-up for cash; returns the sale's id. */
async function sell(page: Page): Promise<string> {
  await goTo(page, `/sell?sku=${topUp.sku}`)
  const counter = new CounterPage(page)
  await counter.dial('5512345678')
  await counter.charge.click()
  await counter.readPrice()
  await counter.exact.click()
  await counter.sell.click()
  await expect(counter.next).toBeVisible()
  return (await ask(page, 'sales.list', {})).sales[0]?.purchaseId ?? ''
}

test.describe.configure({ timeout: 600_000 })

test('nothing moves while a screen loads', async ({ fast: { page } }) => {
  const id = await buy(page, giftCard)
  await untilStatus(page, id, 'delivered')
  await expectStill(page, [
    '/shop',
    '/shop/changes',
    '/shop?view=products',
    `/checkout/${topUp.sku}`,
    '/shop?q=nimbus',
    '/brand/nimbus-mobile?country=MX',
    '/shop?q=esim%20spain',
    '/purchases',
    '/shop?q=zzzz',
    `/purchases/${id}`,
    '/attention',
    '/wallet',
    '/wallet/accounts',
    '/wallet/allowances',
    '/wallet/send',
    '/wallet/sent',
    `/wallet/sent/${await send(page)}`,
    '/people',
    ...settingsPages.map((name) => `/settings/${name}`),
  ])
})

test('nothing moves while Till is locked, nor while a screen of a locked Till loads', async ({ ready: { page } }) => {
  await watchLayoutShift(page)
  await page.reload()
  await readLayoutShift(page)
  await resetLayoutShift(page)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.getByRole('link', { name: 'From the recovery phrase' })).toBeVisible()
  // Not even a little: a quick hand is already above the button.
  expect((await readLayoutShift(page)).moved).toEqual([])
  await expectStill(page, ['/unlock', '/shop', '/brand/nimbus-mobile?country=MX'])
})

test('nothing moves while a screen of the first run loads', async ({ till: { page } }) => {
  await expectStill(page, ['/welcome', '/welcome/service', '/welcome/new', '/welcome/restore', '/welcome/backup'])
})

test('nothing moves while a screen of the shop loads', async ({ ready: { page } }) => {
  await ask(page, 'clerks.add', { name: 'Ana', colour: 'teal', pin: '4711' })
  await ask(page, 'prices.set', prices)
  await ask(page, 'kiosk.turnOn', { password })
  await ask(page, 'shift.open', { float: '500' })
  await ask(page, 'registers.add', { name: 'Oaxaca', address: register })
  const id = await sell(page)
  await expectStill(page, [
    '/sell',
    '/sales',
    `/sell?sku=${topUp.sku}`,
    `/sales/${id}/receipt`,
    '/drawer',
    '/drawer/count',
    '/sales/shift',
    '/sales/reports',
    '/sales/registers',
    `/sales/registers/${register}`,
    '/settings/shop-setup',
    '/settings/prices',
    '/settings/counter',
    '/settings/clerks',
    '/settings/shop',
  ])
})

test('nothing moves while a screen of a clerk loads', async ({ ready: { page } }) => {
  await addAna(page)
  await ask(page, 'prices.set', prices)
  await beginSelling(page)
  await expect(page.getByRole('button', { name: 'Switch user' })).toBeVisible()
  await ask(page, 'shift.open', { float: '500' })
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  await page.getByRole('button', { name: 'Switch user' }).click()
  // Another user gets a new page.
  await expect(page.locator('[data-before]')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Who’s working?' })).toBeVisible()
  await expectStill(page, ['/till'])
  await signIn(page)
  await expectStill(page, ['/sell', '/sales', '/drawer', '/drawer/count'])
})

test('an element that is pushed down is measured', async ({ ready: { page } }) => {
  await watchLayoutShift(page)
  await page.reload()
  await readLayoutShift(page)
  await resetLayoutShift(page)
  await page.evaluate(() => {
    const notice = document.createElement('div')
    notice.style.height = '80px'
    document.querySelector('main')?.prepend(notice)
  })
  const { score, moved } = await readLayoutShift(page)
  expect(score).toBeGreaterThan(MAX_SCORE)
  expect(moved.join()).toContain('by 80 px')
})
