/** Why an exchange ends before its answer is there. */
export type GivenUp = 'timeout' | 'aborted'

/** What ends one exchange early: its deadline, a stall, or its caller. */
export interface GiveUp {
  readonly signal: AbortSignal
  /** Null while nothing ended it. */
  why(): GivenUp | null
  /** A byte came. */
  restartStall(): void
  /** The exchange is over: nothing more is waited for. */
  end(): void
}

/**
 * Creates the one signal of an exchange. Timers of its own hold it: a signal that is only made of others may be collected as
 * garbage before it is given.
 */
export function createGiveUp(limits: {
  readonly timeoutMs: number
  /** Milliseconds without a byte; no limit where left out. */
  readonly stallMs?: number | undefined
  /** Any of them ends it. */
  readonly signals: readonly (AbortSignal | undefined)[]
}): GiveUp {
  const controller = new AbortController()
  let why: GivenUp | null = null
  const give = (reason: GivenUp): void => {
    why ??= reason
    controller.abort()
  }
  const deadline = setTimeout(give, limits.timeoutMs, 'timeout')
  const stall = limits.stallMs === undefined ? undefined : setTimeout(give, limits.stallMs, 'timeout')
  const onAbort = (): void => give('aborted')
  for (const signal of limits.signals) signal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    why: () => why,
    restartStall: () => void stall?.refresh(),
    end() {
      clearTimeout(deadline)
      clearTimeout(stall)
      for (const signal of limits.signals) signal?.removeEventListener('abort', onAbort)
    },
  }
}
