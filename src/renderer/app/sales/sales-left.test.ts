// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedPrices, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { ana, scriptedApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  vi.useRealTimers()
  till?.close()
  till = null
})
const left = { count: 14, isLow: true, currency: 'MXN', price: '100' }
async function open(role: 'clerk' | 'manager', given: Partial<Script>): Promise<MountedTill> {
  const app = { ...scriptedApp, kiosk: { on: true, role, clerk: role === 'clerk' ? ana : null } } as const
  till = await mountTill('/sales', { app, prices: scriptedPrices, shifts: [scriptedShift()], ...given })
  return till
}

test('a clerk reads in the band that few sales are left, and whom to tell, as soon as it is so', async () => {
  const page = await open('clerk', { 'sales.left': null })
  await page.until(() => expect(page.inputsOf('sales.left')).toHaveLength(1))
  expect(page.text()).not.toContain('Enough coins')
  page.scripted.script['sales.left'] = left
  page.scripted.emit('balances.changed', [])
  const warning = 'Enough coins for about 14 more sales of MX$100. Tell the manager.'
  await page.until(() => expect(page.text()).toContain(warning))
  page.scripted.script.fails['sales.left'] = { code: 'internal' }
  page.scripted.emit('balances.changed', [])
  await page.until(() => expect(page.text()).not.toContain('Enough coins'))
})

test('a warning goes once the wallet was filled from elsewhere', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const page = await open('clerk', { 'sales.left': left })
  await page.until(() => expect(page.text()).toContain('Enough coins for about 14 more sales'))
  page.scripted.script['sales.left'] = null
  vi.advanceTimersByTime(60_000)
  await page.until(() => expect(page.inputsOf('wallet.balances')).toContainEqual({ fresh: true }))
  page.scripted.emit('balances.changed', [])
  await page.until(() => expect(page.text()).not.toContain('Enough coins'))
})

test('the manager reads it calmly while there are many, and as a warning once there are few', async () => {
  const page = await open('manager', { 'sales.left': { ...left, count: 140, isLow: false } })
  await page.until(() => expect(page.text()).toContain('Enough coins for about 140 more sales of MX$100'))
  expect(document.querySelector('main [role=status]')).toBeNull()
  page.scripted.script['sales.left'] = { ...left, count: 0 }
  page.scripted.emit('balances.changed', [])
  await page.until(() => {
    const notice = document.querySelector('main [role=status]')
    expect(notice?.textContent).toContain('Not enough coins for another sale of MX$100')
  })
})
