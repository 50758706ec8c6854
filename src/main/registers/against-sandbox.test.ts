import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSecondTill } from '../../../e2e/support/second-till.ts'
import type { RunningSandbox } from '../../../scripts/launch/start-sandbox.ts'
import { openSandbox } from '../../testing/purchases/sandbox-controls.ts'
import { registerPurchaseView, registersView } from '../../shared/registers/views.ts'
import { createTestClient, type TestClient } from '../../testing/service/client.ts'
import { openTestRegisters, type TestRegisters } from '../../testing/registers/registers.ts'

let sandbox: RunningSandbox
let client: TestClient
let fixture: TestRegisters
beforeAll(async () => {
  sandbox = (await openSandbox()).running
  client = createTestClient(sandbox.profile, 20_000)
  client.access.token = sandbox.profile.token ?? null
  fixture = openTestRegisters(
    () => ({
      key: 'sandbox',
      client: client.client,
      pageSize: 100,
      budget: client.budget,
      explorers: { explorerHosts: [], ...sandbox },
    }),
    Date.now,
  )
})
afterAll(async () => {
  await fixture?.dispose()
  client?.dispose()
})

it('follows two registers of the sandbox with their sales, failures and payments', { timeout: 60_000 }, async () => {
  const [one, other] = [await openSecondTill(sandbox), await openSecondTill(sandbox)]
  const topUp = { sku: 'nimbus-mobile_MX_20.00-I', fiatCurrency: 'MXN', reference: '+525512345678' }
  const hash = await one.buy(topUp)
  await one.buy({ sku: 'pixelforge-arcade_ES_5.00-I', fiatCurrency: 'EUR', reference: 'ines@example.org' })
  await other.buy({ sku: 'sandbox_US_1.00-I', fiatCurrency: 'USD', reference: 'ines@example.org' })
  fixture.registers.add('Oaxaca', one.address)
  fixture.registers.add('Puebla', other.address)
  await vi.waitFor(
    async () => {
      fixture.registers.refresh({ address: null, how: 'newest' })
      const view = registersView.parse(await fixture.untilIdle())
      expect(view.stopped).toBeNull()
      expect(view.registers).toMatchObject([
        {
          onItsWay: 0,
          failed: 0,
          older: false,
          today: {
            count: 2,
            whole: true,
            fiat: [
              { currency: 'EUR', total: '5' },
              { currency: 'MXN', total: '20' },
            ],
          },
        },
        { onItsWay: 0, today: { count: 0 } },
      ])
      expect((view.registers[1]?.failed ?? 0) + (view.registers[1]?.refunded ?? 0)).toBe(1)
    },
    { timeout: 30_000, interval: 1000 },
  )
  const { purchases } = fixture.registers.purchases({
    address: one.address,
    outcome: 'delivered',
    offset: 0,
    limit: 60,
  })
  expect(purchases.map((purchase) => registerPurchaseView.parse(purchase))).toMatchObject([
    { sku: 'pixelforge-arcade_ES_5.00-I', currency: 'EUR' },
    { sku: topUp.sku, hash, currency: 'MXN', coin: 'USDC', status: 'COMPLETED' },
  ])
})
