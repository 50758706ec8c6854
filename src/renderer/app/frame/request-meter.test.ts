// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { clerksApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const at = '2030-01-01T14:32:00.000Z'
const next = 'The next request is available at'

test('shows the requests left in the frame while fewer than 30 are left', async () => {
  till = await mountTill('/purchases', {
    'budget.get': { limit: 100, used: 70, left: 30, refillsAt: at, waitingUntil: null },
  })
  await till.until(() => expect(till.text()).toContain('Connected'))
  expect(till.text()).not.toContain('requests left')
  till.scripted.emit('budget.changed', { limit: 100, used: 71, left: 29, refillsAt: at, waitingUntil: null })
  await till.until(() => expect(till.text()).toContain('29 of 100 requests left'))
})

test('the service’s settings always show the requests left, and the time of the next one when few are left', async () => {
  till = await mountTill('/settings/service', {
    'budget.get': { limit: 100, used: 40, left: 60, refillsAt: at, waitingUntil: null },
  })
  await till.until(() => expect(till.text()).toContain('60 of 100 requests left'))
  expect(till.text()).not.toContain(next)
  expect(document.querySelector(`[title*="${next}"]`)).not.toBeNull()
  till.scripted.emit('budget.changed', { limit: 100, used: 90, left: 10, refillsAt: at, waitingUntil: null })
  await till.until(() => expect(till.text()).toContain(next))
  till.scripted.emit('budget.changed', { limit: 100, used: 100, left: 0, refillsAt: at, waitingUntil: null })
  await till.until(() => expect(till.text()).toContain('Continues at'))
  expect(till.text()).not.toContain(next)
})

test('a clerk sees the meter only when few are left, or when selling waits', async () => {
  const plenty = { limit: 100, used: 40, left: 60, refillsAt: at, waitingUntil: null }
  till = await mountTill('/sell', {
    app: clerksApp,
    'budget.get': plenty,
  })
  await till.until(() => till.button('Switch user'))
  expect(till.text()).not.toMatch(/requests left|Continues at/)
  till.scripted.emit('budget.changed', { ...plenty, used: 80, left: 20 })
  await till.until(() => expect(till.text()).toContain('20 of 100 requests left'))
  till.scripted.emit('budget.changed', { ...plenty, waitingUntil: at })
  await till.until(() => expect(till.text()).toContain('Continues at'))
})

test('forgets a wait once it is over, though no request has told', async () => {
  const until = new Date(Date.now() - 1000).toISOString()
  till = await mountTill('/purchases', {
    'budget.get': { limit: 100, used: 80, left: 20, refillsAt: at, waitingUntil: until },
  })
  await till.until(() => expect(till.text()).toContain('20 of 100 requests left'))
  expect(till.text()).not.toContain('Continues at')
})
