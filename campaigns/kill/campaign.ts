import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openSandbox, type TestTown } from '../../src/main/purchases/test-town.ts'
import { createRandom, type Random } from '../world/random.ts'
import { choiceAt, type Wish } from './wish.ts'
import { COMMITTED, type Job } from './job.ts'
import { judge } from './judge.ts'
import { live, type Fate } from './life.ts'

export interface KillReport {
  kills: number
  /** Tills that were killed and started anew until all they bought had come to its end. */
  runs: number
  /** Different points at which a process was killed; moments between them count as one. */
  points: number
  lost: number
  doublePaid: number
  unexplained: number
  unresolved: number
}

export interface KillOptions {
  readonly kills: number
  readonly seed: number
  /** Tills at the same time. */
  readonly atOnce: number
  readonly onFailure: (what: string) => void
}

/** One purchase alone, whose points have names, or several at once, killed at any moment. */
const plans: readonly [readonly Wish[], ...(readonly Wish[])[]] = [
  [{ network: 'harbour', token: 'usdc', fails: false }],
  [{ network: 'meadow', token: 'usdt', fails: false }],
  [{ network: 'harbour', token: 'dai', fails: true }],
  [
    { network: 'harbour', token: 'usdc', fails: false },
    { network: 'meadow', token: 'dai', fails: false },
    { network: 'harbour', token: 'usdt', fails: true },
  ],
]
const KILLS_EACH = 10
const PATIENCE_MS = 180_000
const LONGEST_MOMENT_MS = 5_000

/** Kills processes of Till until that many are killed, each started anew over its files, and judges every Till at rest. */
export async function runKills({ kills, seed, atOnce, onFailure }: KillOptions): Promise<KillReport> {
  const town = await openSandbox()
  const folder = mkdtempSync(join(tmpdir(), 'till-kill-'))
  // Compiled once for all lives.
  const compiled = join(folder, 'compiled')
  const random = createRandom(seed)
  const killedAt = new Map<string, number>()
  const report: KillReport = { kills: 0, runs: 0, points: 0, lost: 0, doublePaid: 0, unexplained: 0, unresolved: 0 }

  function mayKill(): boolean {
    if (report.kills >= kills) return false
    report.kills++
    return true
  }

  async function run(number: number): Promise<void> {
    const wishes = plans[number % plans.length] ?? plans[0]
    const { job, address } = await openTill(town, folder, number, wishes)
    const began = performance.now()
    let [left, stored, rested] = [KILLS_EACH, false, false]
    while (!rested && performance.now() - began < PATIENCE_MS) {
      const { end, complaints } = await live(job, compiled, fateOf())
      rested = end === 'rested'
      if (end === 'died') onFailure(`Till ${number} ended by itself: ${complaints.slice(0, 500)}`)
      if (end === 'died') break
    }
    const verdict = await judge(town, job, address)
    report.runs++
    for (const kind of ['lost', 'doublePaid', 'unexplained', 'unresolved'] as const) report[kind] += verdict[kind]
    if (Object.values(verdict).some((count) => count > 0)) onFailure(`Till ${number}: ${JSON.stringify(verdict)}`)

    function fateOf(): Fate {
      let kill = (): void => undefined
      let timer: NodeJS.Timeout | undefined
      const momentIn = wishes.length > 1 ? random.below(LONGEST_MOMENT_MS) : null
      const killNow = (point: string): boolean => {
        if (left === 0 || !mayKill()) return false
        left--
        killedAt.set(point, (killedAt.get(point) ?? 0) + 1)
        return true
      }
      return {
        begun: (way) => void (kill = way),
        atPoint(name) {
          // A life that rests before its moment is not killed any more.
          if (name === COMMITTED && momentIn !== null && timer === undefined) {
            timer = setTimeout(() => killNow('moment') && kill(), momentIn).unref()
          }
          stored ||= name === COMMITTED || /^commit .*signed.*: after$/.test(name)
          if (!stored || momentIn !== null || !isWanted(name, wishes, killedAt, random)) return 'go'
          return killNow(`${wishes[0]?.network ?? ''} ${name}`) ? 'kill' : 'go'
        },
      }
    }
  }

  let next = 0
  async function worker(): Promise<void> {
    while (report.kills < kills) await run(next++)
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, worker))
  } finally {
    await town.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...report, points: killedAt.size }
}

/** Points where nobody was killed yet are wanted most. */
function isWanted(
  name: string,
  [wish]: readonly Wish[],
  killedAt: ReadonlyMap<string, number>,
  random: Random,
): boolean {
  const before = killedAt.get(`${wish?.network ?? ''} ${name}`) ?? 0
  return random.next() < (before === 0 ? 0.4 : 0.05 / before)
}

async function openTill(
  town: TestTown,
  folder: string,
  number: number,
  wishes: readonly Wish[],
): Promise<{ job: Job; address: `0x${string}` }> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await town.faucet(address)
  const job: Job = {
    ledger: join(folder, `${number}.db`),
    key,
    recordsKey: randomBytes(32).toString('hex'),
    profileId: 'killed',
    profile: { ...town.sandbox.profile, settleSeconds: 1, requestsPerHour: 100_000, quoteMaxAgeSeconds: 600 },
    choices: wishes.map((wish, place) => choiceAt(town, wish, place)),
  }
  return { job, address }
}
