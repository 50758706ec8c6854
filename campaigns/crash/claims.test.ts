import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBench, type Bench } from './bench.ts'
import type { EscrowFault } from './escrow-faults.ts'
import type { Outcome, Plan } from './run.ts'

// A purchase that failed in an escrow: whatever happens, each record is withdrawn once, and the ledger counts what came back.

let bench: Bench
beforeAll(() => void (bench = openBench()))
afterAll(() => bench.close())

const claims = ['claim', 'claim-sum'] as const
const seeds = [1, 2, 3]

/** Runs a failing purchase for each seed and returns what went wrong. */
async function runAll(plan: Pick<Plan, 'fails'> & Partial<Plan>): Promise<object> {
  const total = { lost: 0, doublePaid: 0, unexplained: 0, unresolved: 0, unforeseen: 0 }
  for (const seed of seeds) {
    const scenario = { shape: 'escrow', help: null, cuts: [], trouble: false, forgets: null } as const
    const outcome: Outcome = await bench.run({ ...scenario, ...plan, seed })
    for (const kind of ['lost', 'doublePaid', 'unexplained', 'unresolved'] as const) total[kind] += outcome[kind]
    total.unforeseen += outcome.unforeseen.length
  }
  return total
}
const nothing = { lost: 0, doublePaid: 0, unexplained: 0, unresolved: 0, unforeseen: 0 }

describe.each(claims)('a refund by %s arrives once', (fails) => {
  const escrowFaults = ['withdrawn-first', 'outrun', 'grows', 'delivered', 'paused', 'reorged'] as const
  it.each<EscrowFault>(fails === 'claim' ? [...escrowFaults, 'withdrawn-twice'] : [...escrowFaults, 'upgraded'])(
    'even if it is %s',
    async (escrowFault) => {
      expect(await runAll({ fails, escrowFault })).toEqual(nothing)
    },
  )

  it('while chain and nodes misbehave', async () => {
    expect(await runAll({ fails, trouble: true })).toEqual(nothing)
  })

  it.each([
    'commit intents, claims, claim_purchases, steps, signed_transactions: after',
    'rpc eth_sendRawTransaction (final registered FAILED, claim signed): after',
  ])('even if Till ends at %s and loses its ledger', async (cut) => {
    for (const forgets of ['everything', { since: 'commit registered: after' }] as const) {
      expect(await runAll({ fails, cuts: [cut], forgets })).toEqual(nothing)
    }
  })
})
