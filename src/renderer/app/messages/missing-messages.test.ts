// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { NeededPart } from '../../../shared/catalog/views.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const lacking = (...missing: NeededPart[]) => ({ missing })

test.each([
  ['networks', 'Till doesn’t have the service’s networks yet. It keeps trying.'],
  ['tokens', 'Till doesn’t have the service’s coins yet. It keeps trying.'],
] as const)('the checkout says that the %s were never read, not that there are none', async (part, words) => {
  for (const path of ['/wallet', '/wallet/send', '/checkout/lumo_MX_200-I']) {
    till = await mountTill(path, { 'networks.list': [], balances: [], 'catalog.status': lacking(part) })
    await till.until(() => expect(till.text()).toContain(words))
    expect(till.text()).not.toContain('has no network')
    till.close()
  }
  till = await mountTill('/wallet', { 'networks.list': [], balances: [] })
  await till.until(() => expect(till.text()).toContain('The service has no network to pay on.'))
})

test('never says “not on sale” about a catalog that was never read', async () => {
  for (const path of ['/brand/nobody', '/checkout/NOTHING-I']) {
    till = await mountTill(path, { variants: [], 'catalog.status': lacking('catalog') })
    await till.until(() =>
      expect(till.text()).toContain('Till doesn’t have the service’s catalog yet. It keeps trying.'),
    )
    expect(till.text()).not.toContain('not on sale')
    till.close()
  }
  till = await mountTill('/brand/nobody')
  await till.until(() => expect(till.text()).toContain('This brand is not on sale'))
})
