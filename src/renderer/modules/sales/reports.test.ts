// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { scriptedReport } from '../../../testing/fixtures/reports.ts'
import { scriptedPrices, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { clerksApp, managersApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'
import { createFormats } from '../../app/formats/formats.ts'
import { linesOfParts } from './report-lines.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})

const shop: Partial<Script> = {
  app: managersApp,
  prices: scriptedPrices,
  shifts: [scriptedShift()],
  'sales.report': ({ period }) => scriptedReport(period),
}
const open = async (path: string, given: Partial<Script> = {}): Promise<MountedTill> =>
  (till = await mountTill(path, { ...shop, ...given }))

describe('reports', () => {
  test('list every hour, product and person of the chart, and lead from a month to its days', async () => {
    const page = await open('/sales/reports?period=2026-10')
    await page.until(() => page.button(/^Show all/))
    const [book] = scriptedReport('2026-10').currencies
    const rows = [...document.querySelectorAll('tbody')].map((body) => body.querySelectorAll('tr').length)
    expect(rows).toEqual([31, 10, book!.clerks.length])
    await page.press(/^Show all/)
    expect(document.querySelectorAll('tbody')[1]!.querySelectorAll('tr')).toHaveLength(book!.products.length)
    for (const picture of document.querySelectorAll('.card [style]'))
      expect(picture.closest('[aria-hidden="true"]')).not.toBeNull()
    await page.press(/Oct 31$/)
    await page.until(() => expect(page.path()).toBe('/sales/reports?period=2026-10-31'))
    await page.until(() => page.button('Today'))
    await page.press('Next day')
    await page.until(() => expect(page.path()).toBe('/sales/reports?period=2026-11-01'))
    await page.press('Month')
    await page.until(() => expect(page.path()).toBe('/sales/reports?period=2026-11'))
    expect(till!.inputsOf('sales.report').at(-1)).toEqual({ period: '2026-11' })
  })

  test('end with today and this month: nothing is sold later', async () => {
    const page = await open('/sales/reports')
    await page.until(() => page.button('Next day'))
    expect(page.isOff('Next day')).toBe(true)
    await page.press('Previous day')
    await page.until(() => expect(page.isOff('Next day')).toBe(false))
    await page.press('Today')
    await page.until(() => expect(page.isOff('Next day')).toBe(true))
    await page.press('Month')
    await page.until(() => expect(page.isOff('Next month')).toBe(true))
  })

  test('show that a period loads, and never the figures of another one below its name', async () => {
    const page = await open('/sales/reports?period=2026-10')
    await page.until(() => page.button(/^Show all/))
    const { request } = page.scripted.bridge
    const { promise: answered, resolve: answer } = Promise.withResolvers<null>()
    page.scripted.bridge.request = async (name, input) => {
      if (name === 'sales.report') await answered
      return request(name, input)
    }
    await page.press('Previous month')
    await page.until(() => expect(page.path()).toBe('/sales/reports?period=2026-09'))
    expect(document.querySelectorAll('main table')).toHaveLength(0)
    expect(document.querySelector('main [aria-busy="true"]')).not.toBeNull()
    answer(null)
    await page.until(() => page.button(/^Show all/))
    expect(document.querySelector('main [aria-busy="true"]')).toBeNull()
  })

  test('show the losses of each line only where there are any, and what they leave of the profit', async () => {
    const page = await open('/sales/reports?period=2026-10')
    await page.until(() => page.button(/^Show all/))
    const heads = (): string[] => [...document.querySelectorAll('thead')].map((head) => head.textContent)
    expect(heads().some((head) => head.includes('Lost'))).toBe(false)
    const report = scriptedReport('2026-10-31')
    const [first] = report.currencies[0]!.products
    for (const line of [report.currencies[0]!.total, first!]) Object.assign(line, { marginLost: '16', costLost: '0.5' })
    page.scripted.script['sales.report'] = () => report
    await page.router.push('/sales/reports?period=2026-10-31')
    await page.until(() => expect(heads()).toHaveLength(3))
    await page.until(() => expect(heads().every((head) => head.includes('Lost'))).toBe(true))
    const [hours, products] = [...document.querySelectorAll('tbody')]
    const lost = (body: Element | undefined): string[] =>
      [...(body?.querySelectorAll('tr') ?? [])].map((row) => row.lastElementChild?.textContent.trim() ?? '')
    expect(lost(products)[0]).toBe('−MX$16.50')
    expect(lost(products)[1]).toBe('MX$0.00')
    expect(new Set(lost(hours))).toEqual(new Set(['MX$0.00']))
    expect(page.text()).toContain('Profit after losses')
  })

  test('say if nothing was sold, and if they could not be made', async () => {
    const page = await open('/sales/reports?period=2026-02-31', { 'sales.report': { currencies: [] } })
    await page.until(() => expect(page.text()).toContain('No sales on this day'))
    // An invalid date means today.
    expect(() => page.button('Today')).toThrow()
    page.scripted.script.fails['sales.report'] = { code: 'internal' }
    await page.press('Previous day')
    await page.until(() => page.button('Try again'))
    delete page.scripted.script.fails['sales.report']
    await page.press('Try again')
    await page.until(() => expect(page.text()).toContain('No sales on this day'))
  })

  test('leave out a shift that is not counted yet, say so, and lead to its count', async () => {
    const page = await open('/sales/reports', { 'sales.report': { without: 12, currencies: [] } })
    await page.until(() =>
      expect(page.text()).toContain('Without shift 12: its sums show after the drawer is counted.'),
    )
    expect(page.text()).not.toContain('No sales on this day')
    await page.press('Count the drawer')
    await page.until(() => expect(page.path()).toBe('/drawer/count'))
  })

  test('print the summary of a day, not of a month, and say if that failed', async () => {
    const page = await open('/sales/reports?period=2026-10-31')
    await page.until(() => page.button('Print day summary'))
    await page.press('Print day summary')
    await page.until(() => expect(page.inputsOf('sales.printDay')).toEqual([{ day: '2026-10-31' }]))
    // The page shows the summary only while it is printed.
    await page.until(() => expect(document.querySelector('.print-sheet')).toBeNull())
    page.scripted.script.fails['sales.printDay'] = { code: 'printer-failed', details: { reason: 'unreachable' } }
    await page.press('Print day summary')
    await page.until(() => expect(document.querySelector('[role=alert]')).not.toBeNull())
    await page.press('Month')
    await page.until(() => expect(page.path()).toBe('/sales/reports?period=2026-10'))
    expect(() => page.button('Print day summary')).toThrow()
  })

  test('name the shop on the summary that the page prints', async () => {
    const page = await open('/sales/reports?period=2026-10-31', {
      'shop.get': { name: 'Abarrotes Lupita', printer: 'system' },
    })
    await page.until(() => page.button('Print day summary'))
    const printing = page.hold('sales.printDay')
    await page.press('Print day summary')
    await page.until(() => expect(printing.waiting()).toBe(1))
    expect(document.querySelector('.print-sheet')?.textContent).toMatch(/Abarrotes Lupita.*Day summary/)
    printing.answer(0)
  })

  test('are not available to clerks', async () => {
    const page = await open('/sales/reports', { app: clerksApp })
    expect(page.path()).not.toContain('reports')
    expect(till!.inputsOf('sales.report')).toEqual([])
  })

  test('name the time zone of an hour that occurs twice', () => {
    const hours = [4, 5, 6, 7].map((hour) => Date.UTC(2026, 10, 1, hour))
    const nothing = {
      count: 0,
      takings: '0',
      cost: '0',
      margin: '0',
      refundedCash: { count: 0, total: '0' },
      marginLost: '0',
      costLost: '0',
    }
    const parts = hours.map((at) => ({ at: new Date(at).toISOString(), ...nothing }))
    const labels = linesOfParts(parts, false, createFormats('en', 'America/New_York')).map(({ label }) =>
      label.replaceAll('\u202f', ' '),
    )
    expect(labels).toEqual(['12:00 AM', '1:00 AM EDT', '1:00 AM EST', '2:00 AM'])
  })
})

describe('an export', () => {
  test('covers the days shown, and masks numbers unless the manager gives the password each time', async () => {
    const page = await open('/sales/reports?period=2026-10', { 'sales.export': { path: '/home/ana/sales.json' } })
    await page.until(() => page.button(/^Show all/))
    await page.press('Export')
    await page.press('In full')
    await page.type('Password', 'correct horse')
    await page.press('Programs (JSON)')
    await page.submit('First day')
    const of = { first: '2026-10-01', last: '2026-10-31' }
    expect(till!.inputsOf('sales.export')).toMatchObject([{ of, format: 'json', password: 'correct horse' }])
    await page.until(() => expect(page.text()).toContain('/home/ana/sales.json'))
    await page.press('Export')
    await page.submit('First day')
    expect(till!.inputsOf('sales.export').at(-1)).toMatchObject({ password: null })
  })

  test('refuses days in the wrong order, and reports a failure', async () => {
    const page = await open('/sales/reports?period=2026-10')
    await page.until(() => page.button(/^Show all/))
    await page.press('Export')
    await page.press('Shift reports')
    await page.type('Last day', '2026-09-30')
    expect([page.isOff('Save file'), page.text()]).toEqual([true, expect.stringContaining('before the first day')])
    await page.submit('Last day')
    expect(till!.inputsOf('shift.export')).toEqual([])
    await page.type('Last day', '2026-10-02')
    page.scripted.script.fails['shift.export'] = { code: 'not-allowed', details: { reason: 'not-saved' } }
    await page.submit('Last day')
    await page.until(() => expect(page.text()).toContain('couldn’t write the file'))
    expect(till!.inputsOf('shift.export')).toEqual([
      { of: { first: '2026-10-01', last: '2026-10-02' }, format: 'csv', table: { language: 'en', decimalSign: '.' } },
    ])
  })

  test('of a shift covers that shift', async () => {
    const page = await open('/sales/shift')
    await page.until(() => page.button('Export'))
    await page.press('Export')
    await page.press('Report')
    await page.press('Save file')
    expect(() => page.field('First day')).toThrow()
    expect(till!.inputsOf('shift.export')).toMatchObject([{ of: { shift: 12 }, format: 'csv' }])
  })
})
