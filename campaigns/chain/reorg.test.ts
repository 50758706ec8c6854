import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEmptyLedger } from '../crash/empty-ledger.ts'
import { judge } from '../crash/judge.ts'
import { startLife } from '../crash/life.ts'
import { buyOnce } from '../crash/run.ts'
import { openTown, type Shape } from '../crash/town.ts'

// Anvil calls everything older than two blocks final; in the simulated world blocks can be taken back as deep as on a real network.
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

describe('a purchase whose blocks are taken back', () => {
  it.each(cases)('by $depth once it was $stage ($shape, lost: $drop) is paid and registered once', async (attack) => {
    const { stage, depth, drop, shape } = attack
    const file = join(folder, 'ledger.db')
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    copyFileSync(join(folder, 'empty.db'), file)
    const town = openTown({ seed: depth, shape, fails: false, trouble: false, help: null, finalityDepth: FINALITY })
    await town.clock.until(() => false, 80_000)
    const life = startLife(town, file, null)
    const row = (): Row | undefined =>
      life.ledger
        .prepare(
          `SELECT s.state, p.registration, p.ended FROM purchases p
           JOIN steps s ON s.intent_id = p.id AND s.kind = 'pay'`,
        )
        .get() as Row | undefined
    life.purchases.start()
    void buyOnce(town, life, () => row() !== undefined)
    const isThere = (): boolean => (stage === 'registered' ? row()?.registration === stage : row()?.state === stage)
    expect(await town.clock.until(isThere, MINUTE)).toBe(true)
    town.chain.reorg(depth, drop)
    expect(await town.clock.until(() => row()?.ended === 1, 60 * MINUTE)).toBe(true)
    const settled = row()
    const verdict = judge(town)
    await life.end()
    expect(settled).toMatchObject({ state: 'final', registration: 'registered' })
    expect({ ...verdict, unforeseen: life.unforeseen }).toEqual({
      ...{ lost: 0, doublePaid: 0, unexplained: 0, unforeseen: [] },
    })
  })
})
