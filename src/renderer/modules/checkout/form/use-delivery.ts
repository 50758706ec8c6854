import { computed, onScopeDispose, ref, watch } from 'vue'
import type { RequestOutput } from '../../../../shared/contract.ts'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import { request } from '../../../app/requests/client.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import { useCheckoutStore } from '../checkout-store.ts'
import { recipientFieldOf } from './recipient-field.ts'

export type FieldProblem = RequestOutput<'checkout.check'>['problems'][number]
/** Problems that no further key can solve. */
const wrongAtOnce: ReadonlySet<FieldProblem['problem']> = new Set(['wrong-country', 'too-long', 'repeated'])
/** How long to wait for the next key of a keyboard, in ms. */
const PAUSE = 220

/** Holds the typed delivery of a product and its problems; main checks it `pause` ms after the last keystroke. */
export function useDelivery(product: () => VariantView | null, pause = PAUSE) {
  const store = useCheckoutStore()
  /** Fields that the user has typed into and left; null is the reference. */
  const left = ref(new Set<string | null>())
  const isSubmitted = ref(false)
  const answer = ref<RequestOutput<'checkout.check'> | null>(null)
  /** The doubted fields that the user confirmed. */
  const accepted = ref<ReadonlySet<string | null>>(new Set())
  const checking = useTask((input: { sku: string; reference: string; fields: Record<string, string> }) =>
    request('checkout.check', input),
  )
  const input = computed(() => ({
    sku: product()?.sku ?? '',
    reference: store.reference,
    fields: Object.fromEntries((product()?.requiredFields ?? []).map(({ name }) => [name, store.fields[name] ?? ''])),
  }))
  const isValid = computed(() => answer.value?.problems.length === 0)
  /** Valid values that are probably wrong. */
  const doubts = computed(() => answer.value?.doubts ?? [])
  /** Whether it may be priced: valid, and confirmed where it is doubted. */
  const isReady = computed(() => isValid.value && doubts.value.every(({ field }) => accepted.value.has(field)))
  /** Whether the input waits for its check. */
  const isPending = computed(() => product() !== null && answer.value === null && checking.error.value === null)
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))
  /** The check of the input as it is now. */
  let current: Promise<void> | null = null

  async function ask(): Promise<void> {
    const typed = input.value
    const checked = await checking.run(typed)
    // An answer about older input says nothing.
    if (checked && typed === input.value) answer.value = checked
  }
  /** Checks the input, unless it was checked or that is under way, and returns whether it may be priced. */
  async function check(): Promise<boolean> {
    clearTimeout(timer)
    if (answer.value === null) {
      const asked = (current ??= ask())
      await asked
      // After a failure the next try asks again.
      if (current === asked) current = null
    }
    return isReady.value
  }
  watch(
    input,
    () => {
      current = null
      accepted.value = new Set()
      answer.value = null
      clearTimeout(timer)
      if (product() !== null) timer = setTimeout(() => void check(), pause)
    },
    { immediate: true, deep: true },
  )

  const valueOf = (field: string | null): string => (field === null ? store.reference : (store.fields[field] ?? ''))

  /** Returns the problem to show at a field; while the user types, it is not called too short or missing. */
  function problemOf(field: string | null): FieldProblem | null {
    const found = answer.value?.problems.find((problem) => problem.field === field) ?? null
    if (!found || isSubmitted.value || left.value.has(field)) return found
    return wrongAtOnce.has(found.problem) ? found : null
  }
  /** Notes that the user has left a field; passing through an empty one calls nothing missing. */
  function leave(field: string | null): void {
    if (valueOf(field) !== '') left.value.add(field)
  }
  function fill(field: string | null, value: string): void {
    if (field === null) store.reference = value
    else store.fields[field] = value
  }
  const reference = computed(() => answer.value?.reference ?? null)

  /** The delivery as it will be sent; null until it is valid, because only then it can be compared. */
  const sent = computed(() => (isValid.value ? { ...input.value, reference: reference.value ?? '' } : null))

  /** The recipient, if it is valid: the reference, or the field with the recipient's e-mail or phone; '' if there is neither. */
  const to = computed(() => {
    const variant = product()
    if (variant === null) return ''
    const field = recipientFieldOf(variant)
    if (field === null) return ''
    if (field.name === null) return reference.value ?? (problemOf(null) ? '' : store.reference)
    return problemOf(field.name) ? '' : valueOf(field.name)
  })

  return {
    input,
    check,
    checking,
    isValid,
    isReady,
    isPending,
    doubts,
    accepted,
    fill,
    valueOf,
    reference,
    sent,
    to,
    problemOf,
    leave,
    isSubmitted,
  }
}

/** The typed delivery of a checkout. */
export type DeliveryForm = ReturnType<typeof useDelivery>
