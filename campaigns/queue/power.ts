import { isBeforeCommit, isLedgerFault, openDisk, type LedgerDisk } from '../crash/ledger-fault.ts'
import { createPoints, CutOffError, type Points } from '../crash/points.ts'
import type { Market } from '../sales/open-market.ts'
import type { ShopFiles } from '../sales/shop.ts'
import type { Random } from '../world/random.ts'
import { openCounter, PASSWORD, type Counter } from './counter.ts'
import { createCutter, type CutName, type DiskFailure, type Moment } from './cuts.ts'
import type { Tally } from './tally.ts'

/** The power supply of a register, and the disk under it. */
export interface Power {
  /** Returns the current process, or the last one. */
  counter(): Counter
  isOut(): boolean
  /** Plans a power cut. */
  arm(cut: Moment): void
  /** Plans commits that fail. */
  failDisk(failure: DiskFailure): void
  /** Cancels further power cuts. */
  calm(): void
  /** Restores the power after a while and resumes open purchases. Then the manager unlocks. */
  back(): Promise<void>
  /** Runs `action`. After a power cut, runs `after` over the same files; every few seconds while commits fail. */
  through(action: () => Promise<void> | void, after: () => Promise<void> | void): Promise<void>
}

const TRIES_AGAIN_MS = 5_000

/** Starts a register with its files. */
export function connectPower(market: Market, files: ShopFiles, random: Random, tally: Tally): Power {
  const { clock } = market
  const cutter = createCutter()
  let cutAt: CutName = 'anyTime'
  let points: Points
  let counter: Counter
  let disk: LedgerDisk | null = null
  begin()

  function begin(): void {
    points = createPoints(null, (point) => {
      disk?.pass(point)
      if (!cutter.isNow(point)) return
      points.end()
      throw new CutOffError(point)
    })
    counter = openCounter({ ...market, ...files, points, disk: { write, read: () => disk?.read() } })
  }

  function write(): void {
    try {
      disk?.write()
    } catch (error) {
      tally.failedCommits += 1
      throw error
    }
  }

  async function back(): Promise<void> {
    tally.cuts += 1
    tally.cutsAt[cutAt] = (tally.cutsAt[cutAt] ?? 0) + 1
    tally.unexpected.push(...counter.unforeseen.map(String))
    counter.end()
    market.hangUp()
    await clock.sleep(20_000 + random.below(60_000))
    begin()
    const unlock = (): Promise<void> => counter.session.signInManager(PASSWORD)
    await through(async () => {
      counter.start()
      await clock.sleep(5_000 + random.below(25_000))
      await unlock()
    }, unlock)
  }

  async function through(action: () => Promise<void> | void, after: () => Promise<void> | void): Promise<void> {
    try {
      await action()
    } catch (error) {
      if (points.ended) await back()
      else if (isLedgerFault(error)) await clock.sleep(TRIES_AGAIN_MS)
      else throw error
      await through(after, after)
    }
  }

  return {
    counter: () => counter,
    isOut: () => points.ended,
    arm(cut) {
      const here = points
      cutAt = cut.name
      if ('ms' in cut) clock.timer(cut.ms, () => here.end())
      else cutter.arm(cut)
    },
    failDisk({ commit, fault }) {
      const failing = createCutter()
      failing.arm({ name: 'anyPoint', points: commit })
      disk = openDisk(fault, (point) => isBeforeCommit(point) && failing.isNow(point), clock.now)
    },
    calm() {
      cutter.disarm()
      disk = null
    },
    back,
    through,
  }
}
