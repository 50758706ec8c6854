import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hash } from 'viem'
import { payElsewhere } from './pay-elsewhere.ts'
import { startAppProcess, type AppProcess } from './app-process.ts'
import { makeEmptyLedger } from './empty-ledger.ts'
import { choiceOf } from './person.ts'
import { CutOffError } from './points.ts'
import { openSimulation, type Simulation, type World } from './simulation.ts'

// A purchase from a watched account: Till asks, and another wallet pays. Till is cut off at every point, and blocks are reorganised. What
// was asked for is paid once, found, and registered once with its hash.

const MINUTE = 60_000
const FINALITY = 64

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-external-'))
  file = join(folder, 'ledger.db')
  makeEmptyLedger(join(folder, 'empty.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The world of a run, and the payments that the other wallet made in it. */
interface Place {
  readonly simulation: Simulation
  readonly world: World
  readonly paid: Map<string, Hash>
}

async function openPlace(finalityDepth: number): Promise<Place> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(join(folder, 'empty.db'), file)
  const simulation = openSimulation({
    seed: 7,
    shape: 'transfer',
    fails: false,
    trouble: false,
    help: null,
    finalityDepth,
  })
  await simulation.clock.until(() => false, (finalityDepth + 16) * 1000)
  return { simulation, world: { ...simulation, isWatched: true }, paid: new Map() }
}

/** Acts as a person who asks Till until it shows what to pay, and pays that once with another wallet. */
async function buyElsewhere(appProcess: AppProcess, { simulation, world, paid }: Place): Promise<void> {
  const { purchases, points, service } = appProcess
  while (!points.ended && paid.size === 0) {
    try {
      const [shown] = purchases.external.list()
      if (shown === undefined) {
        const offer = await purchases.quote(service, choiceOf(world), null)
        await purchases.ask({
          purchaseId: offer.purchaseId,
          quoteKey: offer.quoteKey,
          totalAmount: offer.totalAmount,
          recipient: offer.payment?.recipient ?? '0x',
          acceptTerms: true,
          acceptCoin: true,
          acceptNewRecipient: false,
          acceptNotSimulated: false,
          typedTotal: null,
          draftId: null,
        })
        purchases.external.asked(offer.purchaseId)
      } else paid.set(shown.id, await payElsewhere(simulation, shown))
    } catch (error) {
      if (!(error instanceof CutOffError) && !points.ended) await simulation.clock.sleep(5_000)
    }
    if (!points.ended) await simulation.clock.sleep(500)
  }
}

const readPurchases = ({ ledger }: AppProcess): unknown[] =>
  ledger.prepare('SELECT id, registration, ended FROM purchases').all()
const stateIn = ({ ledger }: AppProcess): unknown => ledger.prepare('SELECT state FROM steps').pluck().get()

interface Seen {
  readonly passed: ReadonlySet<string>
  readonly unforeseen: readonly unknown[]
  readonly purchases: unknown[]
  readonly questions: number
}

/** Starts Till. Runs until it is cut off at `cut` or the purchase settled. */
async function run(place: Place, cut: string | null): Promise<Seen> {
  const appProcess = startAppProcess(place.world, file, cut)
  try {
    appProcess.start()
  } catch (error) {
    if (!(error instanceof CutOffError)) throw error
  }
  void buyElsewhere(appProcess, place)
  const isSettled = (): boolean => appProcess.ledger.prepare('SELECT ended FROM purchases').pluck().get() === 1
  await place.simulation.clock.until(() => appProcess.points.ended || isSettled(), 60 * MINUTE)
  return endProcess(appProcess)
}

async function endProcess(appProcess: AppProcess): Promise<Seen> {
  const questions = appProcess.ledger.prepare('SELECT count(*) FROM external_arrivals').pluck().get() as number
  const { unforeseen, points } = appProcess
  const seen = { passed: points.passed, unforeseen, purchases: readPurchases(appProcess), questions }
  await appProcess.end()
  return seen
}

/** Returns what the person, the service and the ledger should agree on after one purchase. */
const once = ({ paid }: Place): object => ({
  spends: [...paid.values()],
  purchases: [...paid.keys()].map((id) => ({ id, registration: 'registered', ended: 1 })),
  questions: 0,
  unforeseen: [],
})
const resultOf = ({ simulation }: Place, { purchases, questions, unforeseen }: Seen): object => ({
  spends: simulation.service.spends.map(({ hash }) => hash),
  purchases,
  questions,
  unforeseen,
})

describe('a payment by another wallet', () => {
  it('is found and registered once, wherever Till is cut off', async () => {
    const whole = await openPlace(2)
    const first = await run(whole, null)
    expect(resultOf(whole, first)).toEqual(once(whole))
    expect([...first.passed].join('; ')).toMatch(/commit external_payments.*commit signed.*registerSpend/)
    for (const cut of first.passed) {
      const place = await openPlace(2)
      const before = await run(place, cut)
      const after = await run(place, null)
      const unforeseen = [...before.unforeseen, ...after.unforeseen]
      expect({ cut, ...resultOf(place, { ...after, unforeseen }) }).toEqual({ cut, ...once(place) })
      expect(place.paid.size).toBe(1)
    }
    expect(first.passed.size).toBeGreaterThanOrEqual(40)
  })

  const stages = ['signed', 'confirmed'] as const
  const cases = stages.flatMap((stage) =>
    [1, 3, 21].flatMap((depth) => [true, false].map((drop) => ({ stage, depth, drop }))),
  )
  it.each(cases)(
    'is registered once if $depth blocks are reorganised after it was $stage (lost: $drop)',
    async (one) => {
      const place = await openPlace(FINALITY)
      const { clock, chain } = place.simulation
      const appProcess = startAppProcess(place.world, file, null)
      appProcess.start()
      void buyElsewhere(appProcess, place)
      expect(await clock.until(() => stateIn(appProcess) === one.stage, MINUTE)).toBe(true)
      chain.reorg(one.depth, one.drop)
      expect(await clock.until(() => stateIn(appProcess) === 'final', 60 * MINUTE)).toBe(true)
      expect(resultOf(place, await endProcess(appProcess))).toMatchObject({
        spends: [...place.paid.values()],
        questions: 0,
        unforeseen: [],
      })
      expect(chain.find([...place.paid.values()][0] ?? '0x')).not.toBeNull()
    },
  )
})
