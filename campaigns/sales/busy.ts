/** Counts what goes on in true time, so that a turned clock can wait for it. */
export interface Busy {
  /** Counts `work` until it has ended. */
  while<T>(work: () => Promise<T>): Promise<T>
  /** The opposite, inside of it: what is waited for is time itself. */
  except<T>(waiting: () => Promise<T>): Promise<T>
  /** Counts every call of an object's functions. */
  watch<T extends object>(target: T): T
  /** Resolves once nothing goes on, and what that brought about does not either. */
  settled(): Promise<void>
}

const TURNS = 3

/** Makes a counter that stands at nothing. */
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
