import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes on this process's heap after collections that were forced, as `--expose-gc` lets them be. */
export async function heapAfterCollection(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let least = Infinity
  for (let times = 0; times < 4; times++) {
    await turn()
    collect()
    least = Math.min(least, process.memoryUsage().heapUsed)
  }
  return least
}
