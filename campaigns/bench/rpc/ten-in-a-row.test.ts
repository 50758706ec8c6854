import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeEmptyLedger } from '../../crash/make-empty-ledger.ts'
import { offer, wait } from './buy-at-once.ts'
import { startRpcAppProcess } from './open-app-process.ts'
import { openRpcMarket } from './open-market.ts'

const LIMIT = 100
const PURCHASES = 10
const PATIENCE_MS = 3_600_000

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-in-a-row-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  [20_000, 20_000],
  [60_000, 20_000],
  [180_000, 20_000],
  [20_000, 130_000],
  [60_000, 240_000],
])(
  'ten purchases in an hour, one every %i ms and delivered after %i, each show as delivered within a minute of delivery',
  async (everyMs, deliveryMs) => {
    const market = await openRpcMarket('transfer', 2_000, 7, deliveryMs)
    const { clock, service } = market
    const file = join(folder, 'ledger.db')
    makeEmptyLedger(file)
    const appProcess = startRpcAppProcess(market, file, LIMIT)
    appProcess.start()
    const ids: string[] = []
    const seenAt = new Map<string, number>()
    const note = (): void => {
      for (const id of ids) {
        if (!seenAt.has(id) && appProcess.purchases.get(id).status === 'delivered') seenAt.set(id, clock.now())
      }
    }
    try {
      for (let number = 0; number < PURCHASES; number++) {
        const next = clock.now() + everyMs
        const confirm = await wait(market, offer(market, appProcess, number))
        ids.push(await wait(market, confirm()))
        await clock.until(() => (note(), clock.now() >= next), PATIENCE_MS)
      }
      expect(await clock.until(() => (note(), seenAt.size === PURCHASES), PATIENCE_MS)).toBe(true)
      const late = ids.map(
        (id, index) => (seenAt.get(id) ?? Infinity) - ((service.spends[index]?.at ?? 0) + deliveryMs),
      )
      expect(Math.max(...late)).toBeLessThanOrEqual(60_000)
      expect(appProcess.unforeseen).toEqual([])
    } finally {
      appProcess.end()
    }
  },
)
