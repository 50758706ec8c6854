// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedDraft } from '../../../testing/scripted/drafts.ts'
import { misleadingAge } from '../price-age.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => till?.close())

const offline = { service: 'offline', since: null, error: 'offline' } as const
const online = { service: 'online', since: null, error: null } as const
const waits = 'You’re back online. Continue where you left off.'

test('once the connection is back, what is prepared is told of, and opened only by a press', async () => {
  const draft = scriptedDraft(1)
  till = await mountTill('/wallet', { drafts: [draft], 'connection.get': offline })
  const { until, text, scripted, path, press } = till
  await until(() => expect(text()).toContain('You’re offline.'))
  scripted.emit('connection.changed', online)
  await until(() => expect(text()).toContain(waits))
  expect(path()).toBe('/wallet')
  expect(scripted.asked.some(({ name }) => name === 'checkout.quote')).toBe(false)
  await press('View')
  await until(() => expect(path()).toBe(`/checkout/lumo_MX_200-I?draft=${draft.id}`))
  expect(text()).not.toContain(waits)
})

test('several that are prepared are told of together, also where trouble stood between', async () => {
  till = await mountTill('/wallet', { drafts: [scriptedDraft(1), scriptedDraft(2)], 'connection.get': offline })
  const { until, text, scripted, path, press } = till
  await until(() => expect(text()).toContain('You’re offline.'))
  scripted.emit('connection.changed', { service: 'trouble', since: null, error: 'service-down' })
  scripted.emit('connection.changed', online)
  await until(() => expect(text()).toContain(waits))
  await press('View')
  await until(() => expect(path()).toBe('/purchases'))
})

test('a connection that is back is no news where nothing is prepared', async () => {
  till = await mountTill('/wallet', { 'connection.get': offline })
  const { until, text, scripted } = till
  await until(() => expect(text()).toContain('You’re offline.'))
  scripted.emit('connection.changed', online)
  await until(() => expect(text()).not.toContain('You’re offline.'))
  expect(text()).not.toContain(waits)
})

test('prices mislead without a connection, and after hours with one', () => {
  const now = Date.parse('2026-03-04T12:00:00Z')
  const at = (hours: number) => ({ refreshedAt: new Date(now - hours * 3_600_000).toISOString() })
  expect(misleadingAge(at(1), 'online', now)).toBeNull()
  expect(misleadingAge(at(1), 'offline', now)).toBe(now - 3_600_000)
  expect(misleadingAge(at(4), 'online', now)).toBe(now - 4 * 3_600_000)
  expect(misleadingAge({ refreshedAt: null }, 'offline', now)).toBeNull()
  expect(misleadingAge(null, 'offline', now)).toBeNull()
})
