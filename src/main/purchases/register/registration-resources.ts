import { createMutex, type Mutex } from '../../../shared/mutex.ts'
import { createWholeLists, type Question, type WholeLists } from './resolve-registration.ts'

/** The state that all registrations share. */
export interface RegistrationResources {
  readonly lists: WholeLists
  /** The states of unclear registrations. */
  readonly questions: Map<string, Question>
  /** Runs registrations and corrections of one purchase one after another. */
  alone<T>(id: string, work: () => Promise<T>): Promise<T>
}

/** Creates the state of one process; `signal` cancels the pending lists. */
export function createRegistrationResources(signal: AbortSignal, monotonic: () => number): RegistrationResources {
  const turns = new Map<string, { readonly take: Mutex; waiting: number }>()
  return {
    lists: createWholeLists(signal, monotonic),
    questions: new Map(),
    async alone(id, work) {
      const turn = turns.get(id) ?? { take: createMutex(), waiting: 0 }
      turns.set(id, turn)
      turn.waiting++
      try {
        return await turn.take(work)
      } finally {
        if (--turn.waiting === 0) turns.delete(id)
      }
    },
  }
}
