/** Why an exchange ended before its answer was complete. */
export type GivenUp = 'timeout' | 'aborted'

/** The means that end one exchange early: its deadline, a stall, or its caller. */
export interface Cancellation {
  readonly signal: AbortSignal
  /** Returns `timeout` or `aborted` if it ended early, else null. */
  why(): GivenUp | null
  /** Call it when a byte arrives. */
  restartStall(): void
  /** Ends all timers after the exchange. */
  end(): void
}

/**
 * Creates the one abort signal of an exchange. Its own timers hold a reference to it: a signal derived only from others may be garbage
 * collected before it fires.
 */
export function createCancellation(limits: {
  readonly timeoutMs: number
  /** Milliseconds without a byte; no limit if left out. */
  readonly stallMs?: number | undefined
  /** Any of them ends the exchange; none may be aborted already. */
  readonly signals: readonly (AbortSignal | undefined)[]
}): Cancellation {
  const controller = new AbortController()
  let reason: GivenUp | null = null
  const giveUp = (why: GivenUp): void => {
    reason ??= why
    controller.abort()
  }
  const deadline = setTimeout(giveUp, limits.timeoutMs, 'timeout')
  const stall = limits.stallMs === undefined ? undefined : setTimeout(giveUp, limits.stallMs, 'timeout')
  const onAbort = (): void => giveUp('aborted')
  for (const signal of limits.signals) signal?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    why: () => reason,
    restartStall: () => void stall?.refresh(),
    end() {
      clearTimeout(deadline)
      clearTimeout(stall)
      for (const signal of limits.signals) signal?.removeEventListener('abort', onAbort)
    },
  }
}
