import { ref, watch, type Ref } from 'vue'
import type { RequestInput, RequestOutput } from '../../../shared/contract.ts'
import { request } from '../requests/client.ts'
import { useTask } from '../requests/use-task.ts'
import type { ServiceDraft } from './service-draft.ts'

type Check = RequestOutput<'profile.check'>

/** Settings found by a check that have no field in the form. */
type Adopted = Omit<NonNullable<Check['found']>, 'quoteDialect' | 'intentChain' | 'requestsPerHour'>

type Fields = Pick<ServiceDraft, 'quoteDialect' | 'intentChain' | 'requestsPerHour'>

/** The values that a check filled in, and the ones they replaced. */
interface Filled {
  readonly before: Fields
  readonly after: Fields
}

/** Reverts the values a check filled in; keeps what the user changed since. */
function undo(draft: ServiceDraft, before: Fields, after: Fields): void {
  if (draft.quoteDialect === after.quoteDialect) draft.quoteDialect = before.quoteDialect
  if (draft.intentChain === after.intentChain) draft.intentChain = before.intentChain
  if (draft.requestsPerHour === after.requestsPerHour) draft.requestsPerHour = before.requestsPerHour
}

/** Checks the service of a draft, and fills in the settings it found; another service clears the results. */
export function useServiceCheck(draft: ServiceDraft) {
  const checking = useTask((input: RequestInput<'profile.check'>) => request('profile.check', input))
  const found: Ref<Check | null> = ref(null)
  const adopted: Ref<Adopted | null> = ref(null)
  const filled: Filled[] = []
  /** The number of services typed so far. */
  let typed = 0

  watch(
    () => [draft.baseUrl, draft.integrator, draft.token],
    () => {
      typed += 1
      found.value = null
      adopted.value = null
      checking.error.value = null
      for (const { before, after } of filled.splice(0).reverse()) undo(draft, before, after)
    },
    { flush: 'sync' },
  )

  async function check(input: RequestInput<'profile.check'>): Promise<void> {
    found.value = null
    const asOf = typed
    const answer = (await checking.run(input)) ?? null
    // The user may have typed another service meanwhile.
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
