import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COLLECTIONS = 12
/** Milliseconds between collections: the memory of a Till that was cut off is released with its connections, seconds later. */
const BETWEEN_MS = 500

/** Returns the bytes on this process's heap: the least after several collections, forced with `--expose-gc`. */
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
