// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { scriptedBlindShift, scriptedPrices, scriptedSale, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { clerksApp, managersApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})

async function open(path: string, given: Partial<Script> = {}): Promise<MountedTill> {
  till = await mountTill(path, { app: managersApp, prices: scriptedPrices, shifts: [scriptedBlindShift()], ...given })
  return till
}
/** Opens the count. */
async function count(given: Partial<Script> = {}): Promise<MountedTill> {
  const page = await open('/drawer/count', given)
  await page.until(() => page.button('Submit count'))
  return page
}
async function pressInDialog(page: MountedTill, name: string): Promise<void> {
  const dialog = await page.until(() => document.querySelector('[role="dialog"]') ?? expect.unreachable('no dialog'))
  const [button] = [...dialog.querySelectorAll('button')].filter((one) => one.textContent.trim() === name)
  button?.click()
  await flushPromises()
}
/** Confirms in the dialog that the shift closes. */
async function confirmClose(page: MountedTill): Promise<void> {
  await page.until(() => expect(document.body.textContent).toContain('Close the shift?'))
  await pressInDialog(page, 'Close the shift')
}
const secrets = /1,868|1,768|Expected|Short|Over|Profit/

test('the manager counts from the shift’s page, sees only then what was expected, and closes the shift', async () => {
  const page = await open('/sales/shift')
  await page.until(() => expect(page.text()).toContain('X report, shift 12'))
  expect(page.text()).not.toMatch(secrets)
  expect(page.text()).toContain('The sums show after the drawer is counted.')
  await page.press('Count the drawer')
  await page.until(() => page.button('Submit count'))
  await page.type('MX$500 bills', '3')
  await page.type('MX$20 coins', '18')
  expect(page.text()).toMatch(/3 bills · 18 coins ?MX\$1,860/)
  expect(page.text()).toMatch(/MX\$500MX\$1,500.*MX\$20MX\$360/)
  expect(page.text()).not.toMatch(secrets)
  expect(() => page.button('Close the shift')).toThrow()
  await page.press('Submit count')
  await page.until(() => expect(page.text()).toContain('MX$8.50 short'))
  expect(page.text()).toMatch(/Expected in drawer ?MX\$1,868\.50/)
  expect(page.inputsOf('shift.count')).toMatchObject([
    { pieces: expect.arrayContaining([{ kind: 'bill', value: '500', count: 3 }]) as unknown },
  ])
  expect(page.inputsOf('shift.report')).toHaveLength(1)
  expect(page.inputsOf('shift.close')).toEqual([])
  await page.press('Close the shift')
  await confirmClose(page)
  await page.until(() => expect(page.text()).toContain('Z report, shift 12'))
  expect(page.path()).toBe('/sales/shift')
})

test('cash owed to customers is said before the count without its amount, and with it before the shift closes', async () => {
  const failed = [14, 13].map((number) => scriptedSale(number, { status: 'failed', owed: true }))
  const euros = scriptedSale(11, { status: 'failed', owed: true, currency: 'EUR' })
  const page = await count({ app: clerksApp, sales: [...failed, scriptedSale(12), euros] })
  expect(page.text()).toContain('The cash of 2 failed sales isn’t refunded yet. If it is still in the drawer, count it')
  expect(page.text()).not.toMatch(/379|189\.50/)
  await page.type('MX$500 bills', '3')
  await page.press('Submit count')
  await page.until(() => expect(page.text()).toContain('MX$379.00 is still owed to the customers of 2 failed sales.'))
  await page.press('Show the sales')
  await page.until(() => page.button('Receipt of sale 14'))
  expect(page.path()).toBe('/sales?owed=yes')
  expect(page.text()).toContain('Only sales with a refund due')
  expect(() => page.button('Receipt of sale 12')).toThrow()
  await page.press('Show all sales')
  await page.until(() => page.button('Receipt of sale 12'))
})

test('a count without cash owed says nothing of it', async () => {
  const page = await count({ sales: [scriptedSale(12)] })
  expect(page.text()).not.toContain('refunded')
  await page.type('MX$500 bills', '3')
  await page.press('Submit count')
  await page.until(() => expect(page.text()).toContain('short'))
  expect(page.text()).not.toContain('owed')
})

test('a clerk counts as well, and calls the manager', async () => {
  const page = await count({ app: clerksApp })
  await page.press('Type one total instead')
  await page.type('Counted in the drawer', '1868,5')
  await page.submit('Counted in the drawer')
  await page.until(() => expect(page.text()).toContain('The drawer is right'))
  expect(page.text()).toContain('Tell the manager')
  expect(() => page.button('Close the shift')).toThrow()
  expect(page.inputsOf('shift.count')).toEqual([{ total: '1868.5' }])
  await page.press('Count again')
  expect(page.text()).not.toMatch(secrets)
  expect(page.field('MX$500 bills').value).toBe('')
})

test('steppers and the pad count the chosen row; the first digit replaces, and Next goes down', async () => {
  const page = await count()
  await page.press('One more: MX$500 bills')
  await page.press('One more: MX$500 bills')
  expect(page.field('MX$500 bills').value).toBe('2')
  await page.press('1')
  await page.press('2')
  expect(page.field('MX$500 bills').value).toBe('212')
  await page.press('One less: MX$200 bills')
  expect(page.field('MX$200 bills').value).toBe('0')
  page.field('MX$500 bills').focus()
  await page.press('4')
  expect(page.field('MX$500 bills').value).toBe('4')
  await page.press('Next')
  expect(document.activeElement).toBe(page.field('MX$200 bills'))
  await page.press('7')
  expect(page.text()).toMatch(/11 bills · no coins ?MX\$3,400/)
  page.field('MX$0.50 coins').focus()
  await page.until(() => expect(page.isOff('Next')).toBe(true))
})

test('a clerk says why cash is missing, and the manager reads it in the list of shifts and in the report', async () => {
  const page = await count({ app: clerksApp })
  await page.type('MX$500 bills', '3')
  await page.press('Submit count')
  await page.until(() => expect(page.text()).toContain('short'))
  expect(page.isOff('Save note')).toBe(true)
  await page.type('Why is there a difference?', ' A torn bill ')
  await page.press('Save note')
  await page.until(() => expect(page.text()).toContain('Note saved'))
  expect(page.inputsOf('shift.noteCount')).toEqual([{ note: 'A torn bill' }])
  const [shift] = page.scripted.script.shifts
  page.close()
  const counted = { amount: '1500', differs: 'short', by: '368.5' } as const
  const now = new Date().toISOString()
  const list = await open('/sales/shift', { shifts: [{ ...shift!, counted, openedAt: now, closedAt: now }] })
  await list.until(() => expect(list.text()).toMatch(/Shift 12 · TodayA torn bill ?MX\$368\.50 short/))
  expect(list.text()).toMatch(/Counted once.*MX\$1,500\.00 ?Why is there a difference\? ?A torn bill/)
})

test('a note that is typed is not lost by closing the shift or leaving, and the drawer that is right needs none', async () => {
  const page = await count()
  await page.type('MX$500 bills', '3')
  await page.press('Submit count')
  await page.until(() => page.button('Close the shift'))
  await page.type('Why is there a difference?', 'A torn bill')
  await page.press('Close the shift')
  await confirmClose(page)
  await page.until(() => expect(page.text()).toContain('Z report, shift 12'))
  expect(page.scripted.requests.map(({ name }) => name).filter((name) => /noteCount|close/.test(name))).toEqual([
    'shift.noteCount',
    'shift.close',
  ])
  page.close()
  const right = await count({ app: clerksApp })
  await right.press('Type one total instead')
  await right.type('Counted in the drawer', '1868.5')
  await right.submit('Counted in the drawer')
  await right.until(() => expect(right.text()).toContain('The drawer is right'))
  expect(right.text()).not.toContain('Why is there a difference?')
  await right.press('Count again')
  await right.press('Type one total instead')
  await right.type('Counted in the drawer', '1800')
  await right.submit('Counted in the drawer')
  await right.until(() => expect(right.text()).toContain('short'))
  await right.type('Why is there a difference?', 'Change for a wrong bill')
  await right.press('Keep selling')
  await right.until(() => expect(right.inputsOf('shift.noteCount')).toEqual([{ note: 'Change for a wrong bill' }]))
})

test('reports why it cannot count or close, and keeps the count', async () => {
  const page = await count({ fails: { 'shift.count': { code: 'internal' } } })
  await page.type('MX$1,000 bills', '2')
  await page.press('Submit count')
  await page.until(() => expect(document.querySelector('main [role="alert"]')).not.toBeNull())
  expect(page.field('MX$1,000 bills').value).toBe('2')
  page.scripted.script.fails = { 'shift.close': { code: 'not-allowed', details: { reason: 'not-counted' } } }
  await page.press('Submit count')
  await page.until(() => expect(page.text()).toContain('MX$131.50 over'))
  await page.press('Close the shift')
  await confirmClose(page)
  await page.until(() => expect(page.text()).toContain('something was sold or moved since'))
})

test('asks once before it closes for good, names what is missing, and counts again', async () => {
  const page = await count()
  await page.type('MX$500 bills', '3')
  await page.press('Submit count')
  await page.until(() => page.button('Close the shift'))
  await page.press('Close the shift')
  const dialog = await page.until(() => document.querySelector('[role="dialog"]') ?? expect.unreachable('no dialog'))
  expect(dialog.textContent).toContain('MX$368.50 short. Close the shift?')
  expect(document.activeElement?.textContent).toContain('Count again')
  const again = [...dialog.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Count again')
  again?.click()
  await page.until(() => page.button('Submit count'))
  expect(page.field('MX$500 bills').value).toBe('')
  expect(page.inputsOf('shift.close')).toEqual([])
})

test('a count that a crash left unused still closes the shift', async () => {
  const page = await open('/sales/shift', {
    shifts: [{ ...scriptedShift(), counted: { amount: '1868.5', differs: 'even', by: '0' } }],
  })
  await page.until(() => expect(page.text()).toContain('The drawer is right'))
  await page.press('Close the shift')
  await confirmClose(page)
  await page.until(() => expect(page.inputsOf('shift.close')).toHaveLength(1))
})

test('refuses a total that may mean a thousand times as much, and a currency without known pieces has only a total', async () => {
  const page = await count({ shifts: [{ ...scriptedBlindShift(), currency: 'XAF' }] })
  expect(() => page.button('Count bills and coins')).toThrow()
  await page.type('Counted in the drawer', '1,868')
  expect(page.isOff('Submit count')).toBe(true)
  expect(page.text()).toContain('Type 1868 or 1.868')
  await page.type('Counted in the drawer', '1,868.50')
  expect(page.isOff('Submit count')).toBe(false)
})

test('takes an empty drawer only if the person says that it is empty', async () => {
  const page = await count()
  expect(page.isOff('Submit count')).toBe(true)
  await page.press('The drawer is empty')
  await page.until(() => expect(page.isOff('Submit count')).toBe(false))
  await page.type('MX$20 coins', '1')
  expect(() => page.button('The drawer is empty')).toThrow()
  expect(page.isOff('Submit count')).toBe(false)
})

test('the same count opens a shift', async () => {
  const page = await open('/sales/shift', { shifts: [] })
  await page.until(() => page.button('Count the starting cash'))
  await page.press('Count the starting cash')
  await page.until(() => page.button('Open the shift'))
  await page.type('MX$100 bills', '5')
  await page.press('Open the shift')
  await page.until(() => expect(page.text()).toContain('X report, shift 1'))
  expect(page.inputsOf('shift.open')).toEqual([{ float: '500' }])
})

test('without a shift a clerk counts nothing', async () => {
  const page = await open('/drawer/count', { app: clerksApp, shifts: [] })
  await page.until(() => expect(page.text()).toContain('No shift is open'))
  expect(page.inputsOf('prices.get')).toEqual([])
})

test('goes on with what the same user counted before Till signed them out, until it is submitted', async () => {
  let page = await count({ app: clerksApp })
  await page.type('MX$500 bills', '3')
  await page.type('MX$20 coins', '18')
  const { keptCount } = page.scripted.script
  page.close()
  page = await count({ app: clerksApp, keptCount })
  expect(page.text()).toMatch(/3 bills · 18 coins ?MX\$1,860/)
  await page.press('Submit count')
  await page.until(() => page.button('Count again'))
  await page.press('Count again')
  expect(page.field('MX$500 bills').value).toBe('')
})

test('says before the shift is closed that a sale is still on its way, and that every count stays', async () => {
  const page = await count({
    sales: [scriptedSale(3, { status: 'on-its-way' }), scriptedSale(2, { status: 'delivered' })],
  })
  await page.type('MX$500 bills', '3')
  await page.press('Submit count')
  await page.until(() => expect(page.text()).toContain('One sale is still on its way.'))
  expect(page.text()).toContain('the report lists every count')
})

test('asks once about starting cash that differs from what the last shift closed with, and says it only then', async () => {
  const last = {
    ...scriptedShift(),
    closedAt: new Date().toISOString(),
    counted: { amount: '1832.5', differs: 'even', by: '0' },
  } as const
  const page = await open('/drawer/count', { shifts: [last] })
  await page.until(() => page.button('Open the shift'))
  await page.type('MX$100 bills', '3')
  expect(page.text()).not.toContain('1,832.50')
  await page.press('Open the shift')
  await page.until(() => expect(document.body.textContent).toContain('The last shift closed with MX$1,832.50'))
  expect(page.inputsOf('shift.open')).toEqual([])
  await page.press('Count again')
  await page.type('MX$100 bills', '4')
  await page.press('Open the shift')
  await page.until(() => expect(document.body.textContent).toContain('You counted MX$400.00.'))
  await pressInDialog(page, 'Open the shift')
  await page.until(() => expect(page.inputsOf('shift.open')).toEqual([{ float: '400' }]))
})

test('opens the shift at once with what the last one closed with', async () => {
  const last = {
    ...scriptedShift(),
    closedAt: new Date().toISOString(),
    counted: { amount: '300', differs: 'even', by: '0' },
  } as const
  const page = await open('/drawer/count', { shifts: [last] })
  await page.until(() => page.button('Open the shift'))
  await page.type('MX$100 bills', '3')
  await page.press('Open the shift')
  await page.until(() => expect(page.inputsOf('shift.open')).toEqual([{ float: '300' }]))
})
