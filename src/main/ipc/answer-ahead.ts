import { setImmediate as turn } from 'node:timers/promises'
import { firstQuestions, questionKey, type Question } from '../../shared/app/first-questions.ts'
import type { AppView } from '../../shared/app/views.ts'
import type { Router } from './router.ts'
import type { Tell } from './teller.ts'

type Answer = readonly [key: string, value: unknown]

/** What the first page of a start will ask is answered while its window comes; what is told meanwhile waits for it. */
export interface Ahead {
  /** Asks for all of it as the page would; what is refused the page asks for itself. */
  begin(): Promise<void>
  /** The answers by their questions' keys, none once a page asked for something itself. */
  answers(): readonly Answer[]
  /** Resolves with the first question that a page asks itself, by when it mostly shows what it came with. */
  readonly asked: Promise<void>
  /** The page's own requests: with the first of them it hears what was told meanwhile. */
  readonly request: Router
  readonly tell: Tell
}

/** Stands before the router and the teller until the page asks for something. */
export function createAhead(router: Router, teller: Tell): Ahead {
  let start: { readonly answers: Answer[]; readonly told: (() => void)[] } | null = null
  const asked = Promise.withResolvers<undefined>()

  return {
    asked: asked.promise,
    async begin() {
      const { answers } = (start = { answers: new Array<Answer>(), told: [] })
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
    answers: () => start?.answers ?? [],
    request(trusted, name, input) {
      if (trusted) {
        const told = start?.told ?? []
        start = null
        for (const tell of told) tell()
        asked.resolve(undefined)
      }
      return router(trusted, name, input)
    },
    tell(name, payload) {
      if (start === null) teller(name, payload)
      else start.told.push(() => teller(name, payload))
    },
  }
}
