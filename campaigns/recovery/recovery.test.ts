import { describe, expect, it } from 'vitest'
import { openKinds, type OpenKind } from './fill-ledger.ts'
import { openRecovery, type Recovery } from './recover.ts'

const HOUR_MS = 3_600_000

const everyKind = (each: number): Partial<Record<OpenKind, number>> =>
  Object.fromEntries(openKinds.map((kind) => [kind, each]))

/** Returns the most requests in any hour, over both services. */
function busiestHour({ simulation: { services } }: Recovery): number {
  const busiest = ({ requests }: { readonly requests: readonly number[] }): number =>
    requests.reduce(
      (most, at, first) => Math.max(most, requests.findIndex((other) => other >= at + HOUR_MS) - first),
      0,
    )
  const counted = (requests: readonly number[]): number => busiest({ requests: [...requests, Infinity] })
  return Math.max(counted(services.north.requests), counted(services.south.requests))
}

describe('a recovery', () => {
  // This world has no cache, and its wallet is locked.
  it('settles a purchase in every open state', async () => {
    const one = openRecovery(everyKind(2), 'normal')
    one.appProcess.purchases.start()
    expect(await one.simulation.clock.until(() => one.open() === 0, 2 * HOUR_MS)).toBe(true)
    const { north, south } = one.simulation.services
    const registered = [...north.spends, ...south.spends].map(({ hash }) => hash)
    expect(registered.length).toBe(one.count)
    expect(new Set(registered).size).toBe(one.count)
    expect(one.appProcess.unforeseen).toEqual([])
    await one.close()
  })

  it('reads thousands of listed purchases by the page, within the hour’s requests', async () => {
    const one = openRecovery({ 'on-its-way': 2_400, failed: 60, failing: 540 }, 'normal')
    one.appProcess.purchases.start()
    expect(await one.simulation.clock.until(() => one.open() === 0, HOUR_MS)).toBe(true)
    expect(busiestHour(one)).toBeLessThanOrEqual(85)
    expect(Math.max(...one.appProcess.changes.values())).toBeLessThanOrEqual(5)
    await one.close()
  })

  it('is not blocked by damaged records, and sends no request for them', async () => {
    const one = openRecovery({ 'on-its-way': 60, confirmed: 6 }, 'normal')
    const damage = one.ledger.prepare(
      "UPDATE purchases SET terms = '{' WHERE id IN (SELECT id FROM purchases LIMIT 20)",
    )
    const { changes } = damage.run()
    one.appProcess.purchases.start()
    await one.simulation.clock.until(() => false, 4 * HOUR_MS)
    expect(one.open()).toBe(changes)
    const { north, south } = one.simulation.services
    expect(north.requests.length + south.requests.length).toBeLessThan(60)
    await one.close()
  })

  it('resolves hundreds of unclear registrations with a few reads of the list', async () => {
    const one = openRecovery({ 'on-its-way': 300, 'unclear-and-known': 300 }, 'normal')
    one.appProcess.purchases.start()
    expect(await one.simulation.clock.until(() => one.open() === 0, 2 * HOUR_MS)).toBe(true)
    const { north, south } = one.simulation.services
    expect(north.requests.length + south.requests.length).toBeLessThan(60)
    await one.close()
  })

  it('registers waiting purchases hour by hour, leaves requests for new sales, and forgets nothing', async () => {
    const one = openRecovery({ 'on-its-way': 200, confirmed: 300, prepared: 200 }, 'normal')
    one.appProcess.purchases.start()
    await one.simulation.clock.until(() => false, HOUR_MS / 2)
    const { budget } = one.appProcess.services.north
    expect(budget.reserve('somebody at the counter', 2, 'registration')).toBe(true)
    budget.release('somebody at the counter')
    expect(await one.simulation.clock.until(() => one.open() === 0, 8 * HOUR_MS)).toBe(true)
    expect(busiestHour(one)).toBeLessThanOrEqual(100)
    await one.close()
  })
})
