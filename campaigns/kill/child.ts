import { readSync, writeSync } from 'node:fs'
import { startAppProcess, type AppProcess } from '../crash/app-process.ts'
import { runAppProcess } from '../crash/run-app-process.ts'
import { FROM_PARENT, READY, RESTED, TO_PARENT, type Job } from './job.ts'
import { reachSimulation } from './reach-simulation.ts'

// A process of its own with a Till without a window, which the parent kills. It is the crash campaign's Till, in a simulation that the
// parent serves.

let appProcess: AppProcess | null = null

function fail(why: unknown): never {
  console.error(why)
  process.exit(1)
}

/** Writes a line to the parent and waits for its answer. A process that is killed here never gets it. */
function ask(line: string): string {
  writeSync(TO_PARENT, `${line}\n`)
  let answer = ''
  const part = Buffer.alloc(4_096)
  while (!answer.endsWith('\n')) {
    const size = readSync(FROM_PARENT, part)
    if (size === 0) process.exit(0)
    answer += part.toString('utf8', 0, size)
  }
  return answer
}

function announce(name: string): void {
  if (appProcess && appProcess.unforeseen.length > 0) fail(appProcess.unforeseen[0])
  ask(name)
}

const job = JSON.parse(ask(READY)) as Job
const world = reachSimulation(job, () => fail('A ledger that forgot nothing asks about a payment it did not make'))
appProcess = startAppProcess(world, job.ledger, null, announce, { synchronous: 'full' })
const ended = await runAppProcess(world, appProcess, { fails: job.fails, help: null })
if (ended !== 'settled') fail('The purchase did not settle')
announce(RESTED)
process.exit(0)
