import { copyFileSync, rmSync } from 'node:fs'
import { startAppProcess, type AppProcess } from '../crash/app-process.ts'
import { CutOffError } from '../crash/points.ts'
import { contracts, openSimulation, type Simulation, type World } from '../crash/simulation.ts'
import { createRandom } from '../world/random.ts'
import { parseGwei } from 'viem'
import type { NodeFault } from '../world/rpc/node-faults.ts'
import { createSilenceJudge, type Silence } from './judge.ts'
import { answerQuestions, spendOnce } from './spend.ts'
import { answers, CALM_MS, drawConditions, MINUTE, pageOf, type Stretch } from './draw-conditions.ts'

export interface Outcome {
  readonly silences: readonly Silence[]
  readonly seen: ReadonlySet<string>
  readonly unforeseen: readonly unknown[]
  readonly nodeFaults: readonly NodeFault[]
}

/** Points after commits that may restart a wait, without those of the request budget. */
const isMove = /^commit (?!budget).*: after$/
const FINALITY = 32
const LOOK_MS = 5 * MINUTE
const LOOKS_AN_HOUR = 12
const PERMITTED: `0x${string}` = `0x${'3'.repeat(40)}`
/** A higher base fee than any earlier payment offers. */
const DEAR = parseGwei('40')

/** Runs five days of the weather that `seed` draws, over a copy of an empty ledger. */
export async function runSeed(seed: number, emptyLedger: string, file: string): Promise<Outcome> {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  copyFileSync(emptyLedger, file)
  const random = createRandom(seed)
  const conditions = drawConditions(random)
  const blockMs = random.pick([12_000, 60_000, 120_000])
  const simulation = openSimulation({
    seed,
    shape: random.pick(['transfer', 'router']),
    fails: random.pick([false, false, 'treasury', 'elsewhere']),
    trouble: false,
    help: null,
    finalityDepth: FINALITY,
    nodes: conditions.network,
    blockMs,
  })
  const { clock, chain } = simulation
  chain.permit(contracts.tokens[0]?.address ?? PERMITTED, simulation.account.address, PERMITTED, 20_000_000n)
  await clock.until(() => false, 3 * blockMs)

  let now: Stretch | undefined
  let isCalm = true
  let skewMs = 0
  const current = (): Stretch | null => (isCalm ? null : (now ?? null))
  const world: World = {
    ...simulation,
    now: () => clock.now() + skewMs,
    page: (truth) => (now && !isCalm ? pageOf(now, truth) : truth),
    service: serviceIn(simulation, current),
  }
  const judge = createSilenceJudge(clock.now)
  const unforeseen: unknown[] = []
  let appProcess = begin()

  function begin(cutAfter = Infinity): AppProcess {
    let passed = 0
    const started = startAppProcess(world, file, null, (name) => {
      if (++passed > cutAfter) {
        started.points.end()
        throw new CutOffError(name)
      }
      if (isMove.test(name)) check(started)
    })
    // Only the process dies here, never the machine.
    started.ledger.pragma('synchronous = OFF')
    try {
      started.start()
    } catch (error) {
      if (!(error instanceof CutOffError)) throw error
    }
    return started
  }

  function check({ ledger, points, transfers, allowances }: AppProcess): void {
    if (points.ended) return
    judge.check(ledger, new Set([...transfers.attention(), ...allowances.attention()].flatMap(idOf)))
  }

  async function end(): Promise<void> {
    unforeseen.push(...appProcess.unforeseen)
    await appProcess.end()
  }

  for (const stretch of conditions.stretches) {
    now = stretch
    isCalm = true
    calmChain(simulation)
    judge.began(skewMs - stretch.skewMs)
    if (stretch.process !== 'lives') {
      await end()
      skewMs = stretch.skewMs
      appProcess = begin(stretch.process === 'crashes' ? random.below(3_000) : Infinity)
    }
    skewMs = stretch.skewMs
    if (stretch.isCalmFirst) {
      void spendOnce(world, appProcess)
      await clock.until(() => false, random.pick([2_000, blockMs, CALM_MS]))
    }
    isCalm = false
    disturbChain(simulation, stretch)
    for (let polls = 0; clock.now() < stretch.until; polls++) {
      await clock.until(() => appProcess.points.ended, Math.min(LOOK_MS, stretch.until - clock.now()))
      if (appProcess.points.ended) {
        await end()
        appProcess = begin()
      }
      check(appProcess)
      if (polls % LOOKS_AN_HOUR > 0) continue
      if (stretch.chain === 'reorgs') chain.reorg(1 + random.below(FINALITY - 1), random.below(2) === 0)
      if (stretch.person !== 'waits') void answerQuestions(appProcess, stretch)
    }
  }
  await end()
  const { silences, seen } = judge
  return { silences, seen, unforeseen, nodeFaults: [...simulation.network.recordedFaults.keys()] }
}

function calmChain({ chain }: Simulation): void {
  chain.pause(false)
  chain.setBaseFee(parseGwei('1'))
  chain.holdFinality(false)
}

function disturbChain({ chain }: Simulation, stretch: Stretch): void {
  if (stretch.chain === 'stalled') chain.pause(true)
  if (stretch.chain === 'dear') chain.setBaseFee(DEAR)
  if (stretch.chain === 'not-final') chain.holdFinality(true)
}

/** Wraps the simulation's service in the behaviour of a stretch. */
function serviceIn({ service }: Simulation, current: () => Stretch | null): World['service'] {
  const reported = <T extends { readonly status: string }>(spend: T): T => {
    const status = current()?.status ?? null
    return status === null ? spend : { ...spend, status }
  }
  return {
    quote: service.quote,
    register: (...input) => answers[current()?.answer ?? 'accepted'] ?? service.register(...input),
    list: (wallet) => service.list(wallet).map(reported),
    read(wallet, id) {
      const spend = service.read(wallet, id)
      return spend && reported(spend)
    },
  }
}

function idOf(item: ReturnType<AppProcess['attention']>[number]): string[] {
  if (item.about === 'transfer') return [item.transfer.id]
  return item.about === 'revocation' ? [item.revocation.id] : []
}
