// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedPrices, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { managersApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const at = new Date(0).toISOString()
const closed = { ...scriptedShift(), closedAt: new Date().toISOString() }
const open = async (given: Partial<Script>): Promise<void> => {
  till = await mountTill('/sales/shift', { app: managersApp, prices: scriptedPrices, shifts: [closed], ...given })
}

test('a closed shift says that its payments were not checked, and checks them', async () => {
  await open({})
  await till.until(() => expect(till.text()).toContain('Payments on chain: not checked'))
  await till.press('Check payments')
  await till.until(() => expect(till.text()).toContain('9 of 9 payments on chain'))
  expect(till.inputsOf('shift.checkPayments')).toEqual([{ number: 12 }])
  expect(() => till.button('Check payments')).toThrow()
})

test('a missing payment can be checked again, and a silent network is named', async () => {
  await open({ shifts: [{ ...closed, onChain: { at, payments: 9, found: 8 } }] })
  await till.until(() => expect(till.text()).toContain('8 of 9 payments on chain'))
  till.scripted.script.fails['shift.checkPayments'] = { code: 'network-unreachable' }
  await till.press('Check payments')
  await till.until(() => expect(till.inputsOf('shift.checkPayments')).toHaveLength(1))
  expect(till.text()).toContain('8 of 9 payments on chain')
})

test('an open shift, and one without payments, say nothing about them', async () => {
  await open({ shifts: [scriptedShift()] })
  await till.until(() => expect(till.text()).toContain('X report'))
  expect(till.text()).not.toContain('on chain')
  till.close()
  await open({ shifts: [{ ...closed, onChain: { at, payments: 0, found: 0 } }] })
  await till.until(() => expect(till.text()).toContain('Z report'))
  expect(till.text()).not.toContain('on chain')
})
