/** Counts the work in real time, so that a simulated clock can wait for it. */
export interface Busy {
  /** Counts `work` until it ends. */
  while<T>(work: () => Promise<T>): Promise<T>
  /** Does not count `waiting` inside counted work, because it waits for the clock itself. */
  except<T>(waiting: () => Promise<T>): Promise<T>
  /** Counts every call of an object's functions. */
  watch<T extends object>(target: T): T
  /** Resolves once no work is left, and none that this work started. */
  settled(): Promise<void>
}

const TURNS = 3

/** Creates a counter at zero. */
export function createBusy(): Busy {
  let going = 0
  let wake: (() => void) | null = null

  function count(by: number): void {
    going += by
    if (going === 0) wake?.()
  }

  async function counted<T>(by: number, work: () => Promise<T>): Promise<T> {
    count(by)
    try {
      return await work()
    } finally {
      count(-by)
    }
  }

  const busy: Busy = {
    while: (work) => counted(1, work),
    except: (waiting) => counted(-1, waiting),
    watch: (target) =>
      new Proxy(target, {
        get(real, name) {
          const value: unknown = Reflect.get(real, name)
          if (typeof value !== 'function') return value
          return (...input: unknown[]): unknown => {
            const result: unknown = Reflect.apply(value, real, input)
            return result instanceof Promise ? busy.while(() => result) : result
          }
        },
      }),
    async settled() {
      for (let turn = 0; turn < TURNS; turn++) {
        await new Promise((resolve) => void setImmediate(resolve))
        if (going === 0) continue
        await new Promise<void>((resolve) => (wake = resolve))
        wake = null
        turn = -1
      }
    },
  }
  return busy
}
