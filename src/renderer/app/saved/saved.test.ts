// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedDraft } from '../../../testing/fixtures/drafts.ts'
import { outdatedSince } from '../formats/price-age.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => till?.close())

const offline = { service: 'offline', since: null, error: 'offline' } as const
const online = { service: 'online', since: null, error: null } as const
const waits = 'You’re back online. What you saved for later is still here.'

test('notifies of a draft once the connection is back, and opens it only on a press', async () => {
  const draft = scriptedDraft(1)
  till = await mountTill('/wallet', { drafts: [draft], 'connection.get': offline })
  const { until, text, scripted, path, press } = till
  await until(() => expect(text()).toContain('You’re offline.'))
  scripted.emit('connection.changed', online)
  await until(() => expect(text()).toContain(waits))
  expect(path()).toBe('/wallet')
  expect(till.inputsOf('checkout.quote')).toEqual([])
  await press('See it')
  await until(() => expect(path()).toBe(`/checkout/lumo_MX_200-I?draft=${draft.id}`))
  expect(text()).not.toContain(waits)
})

test('notifies of several drafts together, even after other connection trouble', async () => {
  till = await mountTill('/wallet', { drafts: [scriptedDraft(1), scriptedDraft(2)], 'connection.get': offline })
  const { until, text, scripted, path, press } = till
  await until(() => expect(text()).toContain('You’re offline.'))
  scripted.emit('connection.changed', { service: 'trouble', since: null, error: 'service-down' })
  scripted.emit('connection.changed', online)
  await until(() => expect(text()).toContain(waits))
  await press('See it')
  await until(() => expect(path()).toBe('/purchases'))
})

test('does not notify of drafts where they are listed', async () => {
  till = await mountTill('/purchases', { drafts: [scriptedDraft(1)], 'connection.get': offline })
  const { until, text, scripted } = till
  await until(() => expect(text()).toContain('You’re offline.'))
  scripted.emit('connection.changed', online)
  await until(() => expect(text()).not.toContain('You’re offline.'))
  expect(text()).not.toContain(waits)
})

test('does not notify of a restored connection without drafts', async () => {
  till = await mountTill('/wallet', { 'connection.get': offline })
  const { until, text, scripted } = till
  await until(() => expect(text()).toContain('You’re offline.'))
  scripted.emit('connection.changed', online)
  await until(() => expect(text()).not.toContain('You’re offline.'))
  expect(text()).not.toContain(waits)
})

test('prices mislead after hours; offline, the bar says how old they are', () => {
  const now = Date.parse('2026-03-04T12:00:00Z')
  const at = (hours: number) => ({ refreshedAt: new Date(now - hours * 3_600_000).toISOString() })
  expect(outdatedSince(at(1), 'online', now)).toBeNull()
  expect(outdatedSince(at(4), 'offline', now)).toBeNull()
  expect(outdatedSince(at(4), 'online', now)).toBe(now - 4 * 3_600_000)
  expect(outdatedSince({ refreshedAt: null }, 'online', now)).toBeNull()
  expect(outdatedSince(null, 'online', now)).toBeNull()
})
