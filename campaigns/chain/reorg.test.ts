import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEmptyLedger } from '../crash/make-empty-ledger.ts'
import { judge } from '../crash/judge.ts'
import { readShown } from '../crash/read-shown.ts'
import { startAppProcess } from '../crash/app-process.ts'
import { buyUntilPaid } from '../crash/person.ts'
import type { Fails, Shape } from '../world/sim-service.ts'
import { openSimulation, type Simulation } from '../crash/simulation.ts'

// Anvil calls every block older than two final; simulated chains reorganise as deep as real ones.
const FINALITY = 64
const MINUTE = 60_000

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-reorg-'))
  makeEmptyLedger(join(folder, 'empty.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stages = ['mined', 'confirmed', 'registered'] as const
const shapes: readonly Shape[] = ['transfer', 'router']
const cases = stages.flatMap((stage) =>
  [1, 3, 21, FINALITY].flatMap((depth) =>
    [true, false].flatMap((drop) => shapes.map((shape) => ({ stage, depth, drop, shape }))),
  ),
)

interface Row {
  readonly state: string
  readonly registration: string
  readonly ended: number
}

type Stage = (typeof stages)[number]

/** Buys, runs `attack` once the purchase reaches `stage`, and returns the result. */
async function buyUnder(
  options: { readonly depth: number; readonly shape: Shape; readonly fails: Fails; readonly stage: Stage },
  attack: (simulation: Simulation) => Promise<void>,
): Promise<object> {
  const { depth, stage } = options
  const file = join(folder, 'ledger.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(join(folder, 'empty.db'), file)
  const simulation = openSimulation({ ...options, seed: depth, trouble: false, help: null, finalityDepth: FINALITY })
  await simulation.clock.until(() => false, 80_000)
  const appProcess = startAppProcess(simulation, file, null)
  const row = (): Row | undefined =>
    appProcess.ledger
      .prepare(
        `SELECT s.state, p.registration, p.ended FROM purchases p
         JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'`,
      )
      .get() as Row | undefined
  appProcess.start()
  void buyUntilPaid(simulation, appProcess)
  const isThere = (): boolean => (stage === 'registered' ? row()?.registration === stage : row()?.state === stage)
  expect(await simulation.clock.until(isThere, MINUTE)).toBe(true)
  await attack(simulation)
  expect(await simulation.clock.until(() => row()?.ended === 1, 60 * MINUTE)).toBe(true)
  const outcome = {
    ...row(),
    ...judge(simulation, readShown(appProcess.ledger), false),
    unforeseen: appProcess.unforeseen,
  }
  await appProcess.end()
  return outcome
}

const wellEnded = {
  state: 'final',
  registration: 'registered',
  ended: 1,
  lost: 0,
  doublePaid: 0,
  unexplained: 0,
  unforeseen: [],
}

describe('a purchase whose blocks are reorganised', () => {
  it.each(cases)('by $depth after it was $stage ($shape, lost: $drop) is paid and registered once', async (one) => {
    const outcome = await buyUnder({ ...one, fails: false }, async ({ chain }) => chain.reorg(one.depth, one.drop))
    expect(outcome).toEqual(wellEnded)
  })

  it('finds a refund that arrived before its payment was mined again', async () => {
    const outcome = await buyUnder(
      { depth: 3, shape: 'transfer', fails: 'treasury', stage: 'registered' },
      async ({ chain, clock, service }) => {
        const [cheap, dear] = [chain.baseFee(), 100n * chain.baseFee()]
        chain.setBaseFee(dear)
        chain.reorg(3, true)
        const isPaidBack = (): boolean =>
          service.spends.some(({ refundedBy: [by] }) => by !== undefined && chain.find(by))
        expect(await clock.until(isPaidBack, MINUTE)).toBe(true)
        chain.setBaseFee(cheap)
      },
    )
    expect(outcome).toEqual(wellEnded)
  })
})
