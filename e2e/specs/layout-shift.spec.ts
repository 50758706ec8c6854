import type { Page } from '@playwright/test'
import { goTo } from '../pages/goto.ts'
import { buy, giftCard, topUp, untilStatus } from '../support/buy.ts'
import { readLayoutShift, resetLayoutShift, watchLayoutShift } from '../support/layout-shift.ts'
import { ask, expect, password, test } from '../support/test.ts'

const MAX_SCORE = 0.02
const settingsPages = ['general', 'service', 'security', 'backup', 'point-of-sale', 'about']

const prices = {
  currency: 'MXN',
  rate: '20',
  rules: [{ productType: null, brandSlug: null, country: null, percent: '10', fixed: '0', upTo: '5' }],
  limits: { perSale: null, perClerk: null, perShift: null, perDay: null },
}

/** Opens each screen twice, as the first page of a start and from another screen, and checks that nothing on it moves. */
async function expectStill(page: Page, paths: readonly string[]): Promise<void> {
  await watchLayoutShift(page)
  const scores: string[] = []
  for (const path of paths) {
    await goTo(page, path)
    await page.reload()
    const first = await readLayoutShift(page)
    await goTo(page, path === '/shop' ? '/wallet' : '/shop')
    await readLayoutShift(page)
    await resetLayoutShift(page)
    await goTo(page, path)
    const later = await readLayoutShift(page)
    scores.push(`${path} ${first.score.toFixed(3)} ${later.score.toFixed(3)}`)
    expect.soft(first.score, `${path} at a start: ${first.moved.join(', ')}`).toBeLessThanOrEqual(MAX_SCORE)
    expect.soft(later.score, `${path} from elsewhere: ${later.moved.join(', ')}`).toBeLessThanOrEqual(MAX_SCORE)
  }
  console.log(`layout shift at a start and from elsewhere: ${scores.join('; ')}`)
}

test('nothing moves while a screen loads', async ({ fast: { page } }) => {
  const id = await buy(page, giftCard)
  await untilStatus(page, id, 'delivered')
  await expectStill(page, [
    '/shop',
    '/shop?view=products',
    '/shop/changes',
    '/brand/nimbus-mobile?country=MX',
    `/checkout/${topUp.sku}`,
    '/purchases',
    `/purchases/${id}`,
    '/attention',
    '/wallet',
    '/wallet/accounts',
    '/wallet/allowances',
    '/wallet/send',
    '/wallet/sent',
    '/wallet/recipients',
    ...settingsPages.map((name) => `/settings/${name}`),
  ])
})

test('nothing moves while a screen of the shop loads', async ({ ready: { page } }) => {
  await ask(page, 'clerks.add', { name: 'Ana', colour: 'teal', pin: '4711' })
  await ask(page, 'prices.set', prices)
  await ask(page, 'kiosk.turnOn', { password })
  await ask(page, 'shift.open', { float: '500' })
  await expectStill(page, [
    '/sell',
    `/sell?sku=${topUp.sku}`,
    '/sales',
    '/drawer',
    '/drawer/count',
    '/sales/shift',
    '/sales/reports',
    '/sales/registers',
    '/settings/shop-setup',
    '/settings/prices',
    '/settings/counter',
    '/settings/people',
    '/settings/shop',
  ])
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
