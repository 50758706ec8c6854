import { AppError } from '../../../../shared/errors.ts'
import type { Timer } from '../../../../shared/timer.ts'

/** Returns the result of `work`, or throws AppError `network-unreachable` once that many deadlines have passed. */
export type Deadline = <T>(deadlines: number, work: Promise<T>) => Promise<T>

/** Creates the deadline of one exchange with a node. */
export function createDeadline(timer: Timer, timeoutMs: number): Deadline {
  return (deadlines, work) => {
    let cancel = (): void => undefined
    const late = new Promise<never>((_, reject) => {
      cancel = timer(deadlines * timeoutMs, () => reject(new AppError('network-unreachable', 'A node took too long')))
    })
    return Promise.race([work, late]).finally(() => cancel())
  }
}
