// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('shows what the policy sets without letting it change, and says why a policy is not used', async () => {
  const sets = ['service', 'limits', 'locale', 'theme', 'homeCountry'] as const
  const app = { ...scriptedApp, policy: { sets: [...sets], problem: null } }
  till = await mountTill('/settings/general', { app })
  await till.until(() => expect(till.text().match(/Set by policy/g)).toHaveLength(3))
  expect(() => till.button('Dark')).toThrow()
  till.close()
  till = await mountTill('/settings/service', { app })
  await till.until(() => expect(till.text().match(/Set by policy/g)).toHaveLength(1))
  await till.until(() => expect(till.text()).toContain('lagoon.example'))
  for (const name of ['Edit', /^Add a node/]) expect(() => till.button(name), String(name)).toThrow()
  till.close()
  till = await mountTill('/settings/security', { app })
  await till.until(() => expect(till.text()).toContain('Limited by policy'))
  till.close()
  const since = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const problem = { reason: 'unknown-key', path: 'limits.perWeek', since, usesLast: true } as const
  till = await mountTill('/settings/general', { app: { ...scriptedApp, policy: { sets: ['theme'], problem } } })
  await till.until(() => expect(till.text()).toContain('It sets “limits.perWeek”, which doesn’t exist in a policy.'))
  expect(till.text()).toMatch(/hasn’t been usable since .*\d.*\. This register keeps its last policy\. See Settings/)
  expect(till.text()).toContain('This register keeps its last policy, which may be out of date.')
  expect(till.text()).toContain('Set by policy')
})

test.each([
  ['en', 'Selling and paying are stopped because the policy file can’t be used', 'no earlier policy to use instead'],
  ['es', 'Las ventas y los pagos están detenidos porque el archivo de política', 'no tiene una política anterior'],
] as const)(
  'says in %s that sales are stopped without any usable policy, and what to do',
  async (locale, top, text) => {
    const problem = { reason: 'not-json', path: '', since: new Date().toISOString(), usesLast: false } as const
    const settings = { ...scriptedApp.settings, locale }
    till = await mountTill('/settings/general', {
      app: { ...scriptedApp, settings, payingStopped: 'policy-unusable', policy: { sets: [], problem } },
    })
    await till.until(() => expect(till.text()).toContain(top))
    expect(till.text()).toContain(text)
  },
)

test('lists five products of the policy that are not for sale, by name and path', async () => {
  const unavailable = [0, 1, 2, 3, 4, 5, 6].map((index) => ({
    name: `NONE-${index}`,
    path: `favourites.products.${index}`,
  }))
  const policy = { sets: ['favourites' as const], problem: null }
  till = await mountTill('/settings/general', { app: { ...scriptedApp, policy }, 'policy.unavailable': unavailable })
  await till.until(() => expect(till.text()).toContain('“NONE-4” at favourites.products.4'))
  expect(till.text()).toContain('And 2 more.')
  expect(till.text()).not.toContain('NONE-5')
})
