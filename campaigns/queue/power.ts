import { createPoints, CutOffError, type Points } from '../crash/points.ts'
import type { Market } from '../sales/open-market.ts'
import type { ShopBelongings } from '../sales/shop.ts'
import type { Random } from '../world/random.ts'
import { openCounter, PASSWORD, type Counter } from './counter.ts'
import { createCutter, type CutName, type Moment } from './cuts.ts'
import type { Tally } from './tally.ts'

/** What keeps a till running, now and then. */
export interface Power {
  /** The process that runs now, or was the last to. */
  counter(): Counter
  isOut(): boolean
  /** It goes at that moment. */
  arm(cut: Moment): void
  /** It stays from now on. */
  calm(): void
  /** It is back after a while, what was paid goes on, and then the manager comes and unlocks. */
  back(): Promise<void>
  /** Does what the power may take away, and after that what is to be done then, over files that are the same. */
  through(action: () => Promise<void> | void, after: () => Promise<void> | void): Promise<void>
}

/** Starts a till over what belongs to it. */
export function connectPower(market: Market, belongings: ShopBelongings, random: Random, tally: Tally): Power {
  const { clock } = market
  const cutter = createCutter()
  let cutAt: CutName = 'anyTime'
  let points: Points
  let counter: Counter
  begin()

  function begin(): void {
    points = createPoints(null, (point) => {
      if (!cutter.isNow(point)) return
      points.end()
      throw new CutOffError(point)
    })
    counter = openCounter({ ...market, ...belongings, points })
  }

  async function back(): Promise<void> {
    tally.cuts += 1
    tally.cutsAt[cutAt] = (tally.cutsAt[cutAt] ?? 0) + 1
    tally.unexpected.push(...counter.unforeseen.map(String))
    counter.end()
    market.hangUp()
    await clock.sleep(20_000 + random.below(60_000))
    begin()
    await through(
      async () => {
        counter.start()
        await clock.sleep(5_000 + random.below(25_000))
        await counter.session.signInManager(PASSWORD)
      },
      () => undefined,
    )
  }

  async function through(action: () => Promise<void> | void, after: () => Promise<void> | void): Promise<void> {
    try {
      await action()
    } catch (error) {
      if (!points.ended) throw error
      await back()
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
    calm: () => cutter.disarm(),
    back,
    through,
  }
}
