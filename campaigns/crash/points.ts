/** The process was cut off: whatever still runs in it must have no effect. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError'
}

/** The points at which a process of the app can be cut off. */
export interface Points {
  /** Marks a point as passed. Throws CutOffError at the point where this process ends, and at every later one. */
  pass(name: string): void
  /** Throws CutOffError once this process has ended. */
  alive(): void
  readonly ended: boolean
  /** Ends this process between two points. */
  end(): void
  /** Every point passed in this process, in order of its first pass. */
  readonly passed: ReadonlySet<string>
}

/** Watches one process. It ends when it first passes `cutAt`, or never if that is null. Calls `onPass` at every point. */
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
