import { setImmediate as turn } from 'node:timers/promises'
import { firstRequests, questionKey, type Question } from '../../../shared/app/first-questions.ts'
import type { AppView } from '../../../shared/app/views.ts'
import type { Router } from './router.ts'
import type { PausableEmitter } from './page-emitter.ts'

type Answer = readonly [key: string, value: unknown]

/** Answers the first requests of the page while its window opens; page events wait until the page sends a request. */
export interface Prefetch {
  /** Sends the first requests as the page would; the page itself repeats those that fail. */
  begin(): Promise<void>
  /** Returns the answers by request key; empty once the page has sent a request. */
  answers(): readonly Answer[]
  /** Resolves with the page's first own request; by then it usually shows the prefetched answers. */
  readonly pageRequested: Promise<void>
  /** Routes the page's own requests; the first one releases the queued events. */
  readonly request: Router
}

/** Wraps the router until the page sends its first request; `pageEvents` are paused until then. */
export function createPrefetch(router: Router, pageEvents: Pick<PausableEmitter, 'pause' | 'resume'>): Prefetch {
  let start: Answer[] | null = null
  const pageRequested = Promise.withResolvers<undefined>()

  return {
    pageRequested: pageRequested.promise,
    async begin() {
      const answers: Answer[] = (start = [])
      pageEvents.pause()
      async function ask([name, input]: Question): Promise<unknown> {
        // The opening window needs the main process in between.
        await turn()
        const reply = await router(true, name, input)
        if (!reply.ok) return null
        answers.push([questionKey(name, input), reply.value])
        return reply.value
      }
      const app = (await ask(['app.get', undefined])) as AppView | null
      for (const question of app === null ? [] : firstRequests(app)) if (start !== null) await ask(question)
    },
    answers: () => start ?? [],
    request(trusted, name, input) {
      if (trusted) {
        start = null
        pageEvents.resume()
        pageRequested.resolve(undefined)
      }
      return router(trusted, name, input)
    },
  }
}
