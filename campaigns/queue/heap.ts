import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COLLECTIONS = 12
/** Milliseconds: what a Till that was cut off held is let go with its connections, some seconds later. */
const BETWEEN_MS = 500

/** Bytes on this process's heap after collections that were forced, as `--expose-gc` lets them be: the least of some in a row. */
export async function heapAfterCollection(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let least = Infinity
  for (let times = 0; times < COLLECTIONS; times++) {
    await wait(BETWEEN_MS)
    collect()
    least = Math.min(least, process.memoryUsage().heapUsed)
  }
  return least
}
