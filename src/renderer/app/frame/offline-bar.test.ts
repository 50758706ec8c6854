// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const offline = { service: 'offline', since: null, error: 'offline' } as const
const online = { service: 'online', since: null, error: null } as const

test('says once that Till is offline, below the page, and tries again when asked', async () => {
  till = await mountTill('/shop', { 'connection.get': offline, 'connection.check': offline })
  await till.until(() => expect(till.text()).toContain('You’re offline. You can browse,'))
  expect(till.text().match(/offline\b/gi)).toHaveLength(1)
  const bar = document.querySelector('[data-offline]')
  expect(document.getElementById('main')?.compareDocumentPosition(bar!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await till.press('Try now')
  await till.until(() => expect(till.text()).toContain('You’re still offline.'))
  till.scripted.script['connection.check'] = online
  await till.press('Try now')
  await till.until(() => expect(till.text()).toContain('Connected'))
  expect(till.text()).not.toContain('offline')
})

test('offers no saved catalog where there is none', async () => {
  till = await mountTill('/shop', {
    'connection.get': offline,
    'catalog.status': { refreshedAt: null, error: { code: 'offline' } },
  })
  await till.until(() => expect(till.text()).toContain('You’re offline. Purchases you’ve paid for finish'))
  expect(till.text()).not.toMatch(/You can browse|Prices as of/)
})
