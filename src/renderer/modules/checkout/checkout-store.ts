import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { DraftView } from '../../../shared/favourites/views.ts'
import { useAppStore } from '../../app/stores/app-store.ts'

/** The initial values of a checkout that does not start empty. */
export interface Beginning {
  readonly reference?: string
  readonly fields?: Readonly<Record<string, string>>
  /** The number typed into the search; '' for none. */
  readonly carried?: string
  /** The payment method, by its option's key. */
  readonly payWith?: string | null
  readonly retryOf?: string | null
  readonly draft?: DraftView | null
  readonly isSale?: boolean
}

/** What is typed for the current product. It survives a visit to other screens; only saving a draft writes it down. */
export const useCheckoutStore = defineStore('checkout', () => {
  const app = useAppStore()
  const sku = ref('')
  const reference = ref('')
  const fields = ref<Record<string, string>>({})
  /** The number typed into the search when this checkout began; '' for none. */
  const carried = ref('')
  const payWith = ref<string | null>(null)
  /** The purchase of this checkout's first price; later prices are for the same one. */
  const purchaseId = ref<string | null>(null)
  /** The unpaid purchase that this checkout replaces. */
  const retryOf = ref<string | null>(null)
  /** The draft of this checkout, as last read. */
  const draft = shallowRef<DraftView | null>(null)
  /** Whether it is a sale at the counter: another user never finds it. */
  const isSale = ref(false)
  /** The notice that offers to save this checkout. */
  const offerId = ref<number | null>(null)

  const typed = computed(() => JSON.stringify([reference.value, fields.value]))
  const typedBefore = ref(typed.value)
  /** Whether there is typed input that is not saved. */
  const hasUnsavedChanges = computed(
    () => typed.value !== typedBefore.value && [reference.value, ...Object.values(fields.value)].some(Boolean),
  )

  /** Starts over for `newSku`. */
  function begin(newSku: string, given: Beginning = {}): void {
    sku.value = newSku
    reference.value = given.reference ?? ''
    fields.value = { ...given.fields }
    carried.value = given.carried ?? ''
    purchaseId.value = null
    retryOf.value = given.retryOf ?? null
    draft.value = given.draft ?? null
    isSale.value = given.isSale ?? false
    offerId.value = null
    if (given.payWith) payWith.value = given.payWith
    typedBefore.value = typed.value
  }
  /** Marks the input so far as saved; null if the draft no longer exists. */
  function savedAs(saved: DraftView | null): void {
    draft.value = saved
    if (saved) typedBefore.value = typed.value
  }
  watch(
    () => app.role,
    () => {
      if (isSale.value) begin('')
    },
  )
  return {
    sku,
    reference,
    fields,
    carried,
    payWith,
    purchaseId,
    retryOf,
    draft,
    isSale,
    offerId,
    typed,
    hasUnsavedChanges,
    begin,
    savedAs,
  }
})
