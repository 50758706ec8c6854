import { setImmediate as turn } from 'node:timers/promises'
import { firstQuestions, questionKey, type Question } from '../../shared/app/first-questions.ts'
import type { AppView } from '../../shared/app/views.ts'
import type { Router } from './router.ts'
import type { PausableEmitter } from './page-emitter.ts'

type Answer = readonly [key: string, value: unknown]

/** What the first page of a start will ask is answered while its window comes; what is told meanwhile waits for it. */
export interface Prefetch {
  /** Asks for all of it as the page would; what is refused the page asks for itself. */
  begin(): Promise<void>
  /** The answers by their questions' keys, none once a page asked for something itself. */
  answers(): readonly Answer[]
  /** Resolves with the first question that a page asks itself, by when it mostly shows what it came with. */
  readonly asked: Promise<void>
  /** The page's own requests: with the first of them it hears what was told meanwhile. */
  readonly request: Router
}

/** Stands before the router until the page asks for something; what is told meanwhile is pageEvents. */
export function createPrefetch(router: Router, pageEvents: Pick<PausableEmitter, 'pause' | 'resume'>): Prefetch {
  let start: Answer[] | null = null
  const asked = Promise.withResolvers<undefined>()

  return {
    asked: asked.promise,
    async begin() {
      const answers: Answer[] = (start = [])
      pageEvents.pause()
      async function ask([name, input]: Question): Promise<unknown> {
        // The window that comes needs main in between.
        await turn()
        const reply = await router(true, name, input)
        if (!reply.ok) return null
        answers.push([questionKey(name, input), reply.value])
        return reply.value
      }
      const app = (await ask(['app.get', undefined])) as AppView | null
      for (const question of app === null ? [] : firstQuestions(app)) if (start !== null) await ask(question)
    },
    answers: () => start ?? [],
    request(trusted, name, input) {
      if (trusted) {
        start = null
        pageEvents.resume()
        asked.resolve(undefined)
      }
      return router(trusted, name, input)
    },
  }
}
