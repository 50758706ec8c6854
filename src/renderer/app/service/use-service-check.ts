import { ref, watch, type Ref } from 'vue'
import type { RequestInput, RequestOutput } from '../../../shared/contract.ts'
import { request } from '../client.ts'
import { useTask } from '../use-task.ts'
import type { ServiceDraft } from './service-draft.ts'

type Check = RequestOutput<'profile.check'>

/** Settings that a check found and the form has no fields for. */
type Adopted = Omit<NonNullable<Check['found']>, 'quoteDialect' | 'intentChain' | 'requestsPerHour'>

type Fields = Pick<ServiceDraft, 'quoteDialect' | 'intentChain' | 'requestsPerHour'>

/** What a check filled in, and what was there before. */
interface Filled {
  readonly before: Fields
  readonly after: Fields
}

/** Puts back what a check filled in; what the person changed since then stays. */
function takeBack(draft: ServiceDraft, before: Fields, after: Fields): void {
  if (draft.quoteDialect === after.quoteDialect) draft.quoteDialect = before.quoteDialect
  if (draft.intentChain === after.intentChain) draft.intentChain = before.intentChain
  if (draft.requestsPerHour === after.requestsPerHour) draft.requestsPerHour = before.requestsPerHour
}

/** Checks the service of a draft, and fills in what fits; what was found is forgotten with the service that it was found of. */
export function useServiceCheck(draft: ServiceDraft) {
  const checking = useTask((asked: RequestInput<'profile.check'>) => request('profile.check', asked))
  const found: Ref<Check | null> = ref(null)
  const adopted: Ref<Adopted | null> = ref(null)
  const filled: Filled[] = []
  /** How many services were typed so far. */
  let typed = 0

  watch(
    () => [draft.baseUrl, draft.integrator, draft.token],
    () => {
      typed += 1
      found.value = null
      adopted.value = null
      checking.error.value = null
      for (const { before, after } of filled.splice(0).reverse()) takeBack(draft, before, after)
    },
    { flush: 'sync' },
  )

  async function check(asked: RequestInput<'profile.check'>): Promise<void> {
    found.value = null
    const asOf = typed
    const answer = (await checking.run(asked)) ?? null
    // Meanwhile another service may have been typed.
    if (answer === null || typed !== asOf) return
    found.value = answer
    if (answer.found === null) return
    const { quoteDialect, intentChain, requestsPerHour, ...rest } = answer.found
    const { quoteDialect: form, intentChain: name, requestsPerHour: limit } = draft
    const before = { quoteDialect: form, intentChain: name, requestsPerHour: limit }
    const after = { quoteDialect, intentChain, requestsPerHour: String(requestsPerHour) }
    Object.assign(draft, after)
    filled.push({ before, after })
    adopted.value = rest
  }

  return { checking, found, adopted, check }
}
