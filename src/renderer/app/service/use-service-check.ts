import { ref, watch, type Ref } from 'vue'
import type { RequestInput, RequestOutput } from '../../../shared/contract.ts'
import { request } from '../client.ts'
import { useTask } from '../use-task.ts'
import type { ServiceDraft } from './service-draft.ts'

type Check = RequestOutput<'profile.check'>

/** Settings that a check found and the form has no fields for. */
type Adopted = Omit<NonNullable<Check['found']>, 'quoteDialect' | 'intentChain' | 'requestsPerHour'>

/** Checks the service of a draft, and fills in what fits; what was found is forgotten with the service that it was found of. */
export function useServiceCheck(draft: ServiceDraft) {
  const checking = useTask((asked: RequestInput<'profile.check'>) => request('profile.check', asked))
  const found: Ref<Check | null> = ref(null)
  const adopted: Ref<Adopted | null> = ref(null)

  watch(
    () => [draft.baseUrl, draft.integrator, draft.token],
    () => {
      found.value = null
      adopted.value = null
      checking.error.value = null
    },
  )

  async function check(asked: RequestInput<'profile.check'>): Promise<void> {
    found.value = null
    const before = draft.baseUrl
    const answer = (await checking.run(asked)) ?? null
    // Meanwhile another service may have been typed.
    if (answer === null || draft.baseUrl !== before) return
    found.value = answer
    if (answer.found === null) return
    const { quoteDialect, intentChain, requestsPerHour, ...rest } = answer.found
    Object.assign(draft, { quoteDialect, intentChain, requestsPerHour: String(requestsPerHour) })
    adopted.value = rest
  }

  return { checking, found, adopted, check }
}
