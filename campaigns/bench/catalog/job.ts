import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { benchKinds } from './kinds.ts'
import type { RefreshMemory } from './memory.ts'
import type { SearchFigures } from './search.ts'
import type { Spread } from './figures.ts'

/** The measurements that run in a process of their own, so that nothing before disturbs them and memory is the job's alone. */
export interface Jobs {
  /** Returns the milliseconds of the least that a refresh has to do; see `benchFloor`. */
  floor: { input: { file: string; database: string }; output: number }
  /** Returns the milliseconds of writing each file, one after the other. */
  refresh: { input: { files: readonly string[]; database: string }; output: number[] }
  search: { input: { database: string }; output: SearchFigures }
  /** Searches by a country, a misspelled one, a typo or an amount; see `benchKinds`. */
  kinds: { input: { database: string }; output: ReturnType<typeof benchKinds> }
  miniSearch: { input: { file: string }; output: Spread }
  fuse: { input: { file: string }; output: Spread }
  memory: { input: { file: string; folder: string }; output: RefreshMemory }
}

/** Runs a job in a process of its own. */
export async function runJob<N extends keyof Jobs>(name: N, input: Jobs[N]['input']): Promise<Jobs[N]['output']> {
  const child = fork(join(import.meta.dirname, 'child.ts'), [name, JSON.stringify(input)], {
    execArgv: ['--max-old-space-size=8192', '--expose-gc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (output) => resolve(output as Jobs[N]['output']))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} and no figure`)))
  })
}
