import { computed, onScopeDispose, ref, watch } from 'vue'
import type { RequestOutput } from '../../../../shared/contract.ts'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import { request } from '../../../app/client.ts'
import { useTask } from '../../../app/use-task.ts'
import { useCheckoutStore } from '../checkout-store.ts'

export type FieldProblem = RequestOutput<'checkout.check'>['problems'][number]
const pause = 220

/** Holds the typed delivery of a product and its problems; main checks it shortly after the last keystroke. */
export function useDelivery(product: () => VariantView | null) {
  const store = useCheckoutStore()
  /** Fields that the user has left once; null is the reference. */
  const left = ref(new Set<string | null>())
  const isSubmitted = ref(false)
  const answer = ref<RequestOutput<'checkout.check'> | null>(null)
  const checking = useTask((input: { sku: string; reference: string; fields: Record<string, string> }) =>
    request('checkout.check', input),
  )
  const input = computed(() => ({
    sku: product()?.sku ?? '',
    reference: store.reference,
    fields: Object.fromEntries((product()?.requiredFields ?? []).map(({ name }) => [name, store.fields[name] ?? ''])),
  }))
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  async function check(): Promise<boolean> {
    clearTimeout(timer)
    const typed = input.value
    const checked = await checking.run(typed)
    // The answer is about older input.
    if (!checked || typed !== input.value) return false
    answer.value = checked
    return checked.problems.length === 0
  }
  watch(
    input,
    () => {
      answer.value = null
      clearTimeout(timer)
      if (product() !== null) timer = setTimeout(() => void check(), pause)
    },
    { immediate: true, deep: true },
  )

  /** Returns the problem to show at a field; while the user types, it is not called too short or missing. */
  function problemOf(field: string | null): FieldProblem | null {
    const found = answer.value?.problems.find((problem) => problem.field === field) ?? null
    if (!found || isSubmitted.value || left.value.has(field)) return found
    return found.problem === 'wrong-country' || found.problem === 'too-long' ? found : null
  }
  const isValid = computed(() => answer.value?.problems.length === 0)
  const reference = computed(() => answer.value?.reference ?? null)

  /** The recipient, if it is valid: the reference, or the field with the recipient's e-mail or phone; '' if there is neither. */
  const to = computed(() => {
    const variant = product()
    if (variant === null) return ''
    if (variant.reference) return reference.value ?? (problemOf(null) ? '' : store.reference)
    const fields = variant.requiredFields.filter(
      ({ name, kind }) => (kind === 'email' || kind === 'phone') && !/^sender\b/i.test(name),
    )
    const field = fields.find(({ name }) => /^recipient\b/i.test(name)) ?? fields[0]
    return field && !problemOf(field.name) ? (store.fields[field.name] ?? '') : ''
  })

  return { input, check, checking, isValid, reference, to, problemOf, left, isSubmitted }
}

/** The typed delivery of a checkout. */
export type DeliveryForm = ReturnType<typeof useDelivery>
