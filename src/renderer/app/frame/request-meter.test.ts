// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../test-mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const at = '2030-01-01T14:32:00.000Z'
const next = 'The next one is back at'

test('the meter says what is left, and when one comes back only once few are left', async () => {
  till = await mountTill('/settings', { budget: { limit: 100, used: 40, left: 60, refillsAt: at, waitingUntil: null } })
  await till.until(() => expect(till.text()).toContain('60 of 100 requests left'))
  expect(till.text()).not.toContain(next)
  expect(document.querySelector(`[title*="${next}"]`)).not.toBeNull()
  till.scripted.emit('budget.changed', { limit: 100, used: 90, left: 10, refillsAt: at, waitingUntil: null })
  await till.until(() => expect(till.text()).toContain(next))
  till.scripted.emit('budget.changed', { limit: 100, used: 100, left: 0, refillsAt: at, waitingUntil: null })
  await till.until(() => expect(till.text()).toContain('Goes on at'))
  expect(till.text()).not.toContain(next)
})
