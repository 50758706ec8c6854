import { readSync, writeSync } from 'node:fs'
import { startLife, type Life } from '../crash/life.ts'
import { live } from '../crash/live.ts'
import { FROM_PARENT, READY, RESTED, TO_PARENT, type Job } from './job.ts'
import { reachTown } from './reach-town.ts'

// A Till without a window, in a process of its own, that is killed from outside: the crash campaign's, in a town that the parent serves.

let life: Life | null = null

function fail(why: unknown): never {
  console.error(why)
  process.exit(1)
}

/** Writes a line to the parent, and waits for its answer; whoever is killed here never gets it. */
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
  if (life && life.unforeseen.length > 0) fail(life.unforeseen[0])
  ask(name)
}

const job = JSON.parse(ask(READY)) as Job
const world = reachTown(job, () => fail('A ledger that forgot nothing asks about a payment that it did not make'))
life = startLife(world, job.ledger, null, announce, 'full')
if (!(await live(world, life, { fails: job.fails, help: null }))) fail('The purchase came to no end')
announce(RESTED)
process.exit(0)
