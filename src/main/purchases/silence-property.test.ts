import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { awaitedOf, hasEnded } from '../../shared/purchase.ts'
import { usualPatience } from '../../shared/profile.ts'
import type { RegistrationOutcome } from '../service/register-spend.ts'
import { readState } from './purchase-repository.ts'
import { SIM_START, openSimulation, unclear, type Simulation } from './test-simulation.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAYS = 5
/** The watch looks once a minute, and a start has a minute's grace. */
const SLACK_MS = 3 * MINUTE

const rejected: RegistrationOutcome = {
  ...{ outcome: 'rejected', status: 400, code: null, message: 'No', fields: {} },
  error: new AppError('service-rejected', 'No'),
}
const answers: Readonly<Record<string, () => 'accepted' | RegistrationOutcome>> = {
  accepted: () => 'accepted',
  down: () => unclear('service-down', 503),
  silent: () => unclear('service-timeout', null),
  offline: () => ({ outcome: 'not-sent', error: new AppError('offline', 'Gone') }),
  duplicate: () => ({ outcome: 'duplicate', error: new AppError('service-rejected', 'Duplicate') }),
  retry: () => ({ outcome: 'retry-spend', error: new AppError('service-rejected', 'Retry the spend') }),
  forbidden: () => ({ outcome: 'refused', error: new AppError('service-forbidden', 'No') }),
  limited: () => ({
    outcome: 'refused',
    error: new AppError('service-rate-limited', 'Wait', { details: { until: SIM_START + 30 * 24 * HOUR } }),
  }),
  rejected: () => rejected,
}

/** What the world does in one stretch of time. */
const weather = fc.record({
  hours: fc.integer({ min: 1, max: 40 }),
  network: fc.boolean(),
  answer: fc.constantFrom(...Object.keys(answers)),
  status: fc.constantFrom('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'REFUNDED', 'odd'),
  list: fc.constantFrom('true', 'down', 'unreadable', 'empty', 'wrong-page'),
  skew: fc.constantFrom(0, 0, 0, -30 * HOUR, 30 * HOUR),
  /** Whether the person presses "check now" on every question, or leaves it. */
  presses: fc.boolean(),
})
const life = fc.record({
  minedAfter: fc.option(fc.integer({ min: 0, max: 40 * HOUR })),
  stretches: fc.array(weather, { minLength: 1, maxLength: 6 }),
})
type Weather = typeof weather extends fc.Arbitrary<infer T> ? T : never

function behave({ behaviour }: Simulation, { network, answer, status, list }: Weather): void {
  behaviour.isNetworkUp = () => network
  behaviour.register = () => answers[answer]?.() ?? 'accepted'
  behaviour.status = () => status
  behaviour.list = (page, truth) => {
    if (list === 'down') throw new AppError('service-down', 'No list')
    if (list === 'unreadable') return { ...truth, transactions: [], skipped: truth.transactions.length + 1 }
    if (list === 'empty') return { ...truth, transactions: [], totalItems: 0 }
    return list === 'wrong-page' ? { ...truth, currentPage: page + 1, totalPages: 2 } : truth
  }
}

it('nothing signed or paid is silent longer than its time, through five days of any faults', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ minedAfter, stretches }) => {
      const world = openSimulation()
      try {
        const minedAt = minedAfter === null ? null : SIM_START + minedAfter
        world.behaviour.minedAt = () => minedAt
        const id = world.buy()
        let elapsed = 0
        let quietSince = 0
        let awaited: string | null = null
        for (let index = 0; elapsed < DAYS * 24 * HOUR; index++) {
          const now = stretches[index % stretches.length]
          if (!now) return
          behave(world, now)
          world.skew(now.skew)
          for (let part = 0; part < now.hours * 12; part++) {
            await world.run(5 * MINUTE)
            elapsed += 5 * MINUTE
            const state = readState(world.context.ledger, id)
            if (!state || hasEnded(state)) return
            const waits = awaitedOf(state)
            if (waits !== awaited || state.attention !== null || waits === null) quietSince = elapsed - 5 * MINUTE
            awaited = waits
            const most = waits === null ? Infinity : usualPatience[waits] * MINUTE + 5 * MINUTE + SLACK_MS
            expect(elapsed - quietSince, `${waits} after ${elapsed / MINUTE} minutes`).toBeLessThanOrEqual(most)
            if (state.attention !== null && now.presses) world.purchases.retry(id)
          }
        }
      } finally {
        await world.close()
      }
    }),
    { numRuns: 6, seed: 21 },
  )
}, 300_000)
