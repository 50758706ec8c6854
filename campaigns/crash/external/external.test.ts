import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAppProcess, type AppProcess } from '../app-process.ts'
import { makeEmptyLedger } from '../make-empty-ledger.ts'
import type { Plan } from '../run.ts'
import { openSimulation } from '../simulation.ts'
import { openWorkerPool, type WorkerPool } from '../worker-pool.ts'
import { openOtherWallet, waysToPay, type WayToPay } from './other-wallet.ts'
import { buyWithOtherWallet } from './run-watching-process.ts'
import type { Watching } from './watching.ts'

// A purchase from a watched account: Till asks, and another wallet pays, rightly or not. Blocks are reorganised, and nodes and service
// misbehave; `crash.test.ts` cuts Till off. What was asked for is registered once, and everything that was paid is shown.

const MINUTE = 60_000
const FINALITY = 64

const scenario = { shape: 'transfer', fails: false, help: null } as const

describe('a payment by another wallet', () => {
  let folder: string
  let file: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'till-external-'))
    file = join(folder, 'ledger.db')
    makeEmptyLedger(join(folder, 'empty.db'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const stateIn = ({ ledger }: AppProcess): unknown => ledger.prepare('SELECT state FROM steps').pluck().get()
  const stages = ['signed', 'confirmed'] as const
  const cases = stages.flatMap((stage) =>
    [1, 3, 21].flatMap((depth) => [true, false].map((drop) => ({ stage, depth, drop }))),
  )
  it.each(cases)(
    'is registered once if $depth blocks are reorganised after it was $stage (lost: $drop)',
    async ({ stage, depth, drop }) => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
      copyFileSync(join(folder, 'empty.db'), file)
      const simulation = openSimulation({ ...scenario, seed: 7, trouble: false, finalityDepth: FINALITY })
      const { clock, chain, service } = simulation
      await clock.until(() => false, (FINALITY + 16) * 1000)
      const world = { ...simulation, isWatched: true }
      const wallet = openOtherWallet(simulation, 'exact')
      const appProcess = startAppProcess(world, file, null)
      appProcess.start()
      const watching: Watching = {
        world,
        wallet,
        way: 'exact',
        forgot: false,
        unreadable: new Set(),
        questions: new Map(),
      }
      void buyWithOtherWallet(watching, appProcess)
      expect(await clock.until(() => stateIn(appProcess) === stage, MINUTE)).toBe(true)
      chain.reorg(depth, drop)
      expect(await clock.until(() => stateIn(appProcess) === 'final' && wallet.isDone(), 60 * MINUTE)).toBe(true)
      expect(service.spends.map(({ hash }) => hash)).toEqual([...wallet.sent])
      expect(wallet.mined()).toEqual([...wallet.sent])
      expect(appProcess.purchases.external.list()).toEqual([])
      expect(appProcess.unforeseen).toEqual([])
      await appProcess.end()
    },
  )
})

describe('whatever another wallet pays is shown, and registered once if it is right,', () => {
  let pool: WorkerPool
  beforeAll(() => void (pool = openWorkerPool(2)))
  afterAll(() => pool.close())

  it('while nodes and service misbehave', async () => {
    const troubled = (seed: number, external: WayToPay): Plan => ({
      ...scenario,
      seed,
      external,
      trouble: true,
      cuts: [],
      forgets: null,
    })
    const plans = waysToPay.flatMap((way) => Array.from({ length: 8 }, (_, seed) => troubled(seed, way)))
    // Two payments in one block; one in a block that was removed; one whose bytes nodes show after another was taken, or after finality.
    plans.push(troubled(76_698_030, 'twice'), troubled(189_446_970, 'stopped'))
    plans.push(troubled(24_226_164, 'too-little'), troubled(446_819_275, 'pair'))
    const wrong: Plan[] = []
    await pool.run(plans, (plan, { lost, doublePaid, unexplained, unresolved, unforeseen }) => {
      if (lost + doublePaid + unexplained + unresolved + unforeseen.length > 0) wrong.push(plan)
    })
    expect(wrong).toEqual([])
  })
})
