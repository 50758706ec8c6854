/** The process was cut off: whatever is still under way in it must not have any effect. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError'
}

/** Where one process of the app can be cut off, and where this one is. */
export interface Points {
  /** Called at every point that is passed; throws CutOffError at the one where this process ends, and ever after. */
  pass(name: string): void
  /** Throws CutOffError once this process has ended. */
  alive(): void
  readonly ended: boolean
  /** Ends this process between two points. */
  end(): void
  /** Every point passed in this process, in the order they were first passed. */
  readonly passed: ReadonlySet<string>
}

/** Watches one process, which ends at its first passing of `cutAt`, or never where that is null; `onPass` is called at every point. */
export function createPoints(cutAt: string | null, onPass: (name: string) => void): Points {
  const passed = new Set<string>()
  let ended = false
  const alive = (): void => {
    if (ended) throw new CutOffError('This process has ended')
  }
  return {
    passed,
    alive,
    end: () => void (ended = true),
    get ended() {
      return ended
    },
    pass(name) {
      alive()
      onPass(name)
      passed.add(name)
      if (name !== cutAt) return
      ended = true
      throw new CutOffError(name)
    },
  }
}
