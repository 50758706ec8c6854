import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { DraftView } from '../../../shared/drafts/views.ts'
import { useAppStore } from '../../app/stores/app-store.ts'

/** The initial values of a checkout that does not start empty. */
export interface Beginning {
  /** The checkout that begins: its draft, the purchase that is bought again, or just its product. */
  readonly key?: string
  readonly reference?: string
  readonly fields?: Readonly<Record<string, string>>
  /** The number typed into the search; '' for none. */
  readonly carried?: string
  /** The payment method, by its option's key. */
  readonly payWith?: string | null
  readonly repeatOf?: string | null
  readonly replaces?: string | null
  readonly draft?: DraftView | null
  readonly isSale?: boolean
  /** Whether the user comes back to this checkout, and did not choose it again. */
  readonly isReturn?: boolean
}

/** What was typed into a checkout, and was neither saved nor paid. */
interface UnsavedInput {
  readonly reference: string
  readonly fields: Readonly<Record<string, string>>
  readonly offerId: number | null
}

/** A recipient, with the country (ISO alpha-2) of the product that it was typed for; '' for one without a country. */
export interface LastRecipient {
  readonly to: string
  readonly country: string
}

/** What is typed for the current product. It survives visits to other screens and products; only saving a draft writes it down. */
export const useCheckoutStore = defineStore('checkout', () => {
  const app = useAppStore()
  const sku = ref('')
  const key = ref('')
  /** The unsaved input of other checkouts, by their keys. */
  const unsaved = new Map<string, UnsavedInput>()
  const reference = ref('')
  const fields = ref<Record<string, string>>({})
  /** The number typed into the search when this checkout began; '' for none. */
  const carried = ref('')
  const payWith = ref<string | null>(null)
  /** The purchase of this checkout's first price; later prices are for the same one. */
  const purchaseId = ref<string | null>(null)
  /** The unpaid purchase that this checkout replaces. */
  const repeatOf = ref<string | null>(null)
  /** The payment asked of another wallet that this checkout replaces. */
  const replaces = ref<string | null>(null)
  /** The draft of this checkout, as last read. */
  const draft = shallowRef<DraftView | null>(null)
  /** Whether it is a sale at the counter: another user never finds it. */
  const isSale = ref(false)
  /** The offer to save this checkout. */
  const offerId = ref<number | null>(null)
  /** The last valid recipient that was typed, which the checkout of another amount offers. */
  const lastRecipient = shallowRef<LastRecipient | null>(null)

  const typed = computed(() => JSON.stringify([reference.value, fields.value]))
  const typedBefore = ref(typed.value)
  /** Whether there is typed input that is not saved. */
  const hasUnsavedChanges = computed(
    () => typed.value !== typedBefore.value && [reference.value, ...Object.values(fields.value)].some(Boolean),
  )

  /** Starts over for `newSku`, with what was typed before in the same checkout unless that was for somebody else. */
  function begin(newSku: string, given: Beginning = {}): void {
    keepUnsaved()
    sku.value = newSku
    key.value = given.key ?? newSku
    reference.value = given.reference ?? ''
    fields.value = { ...given.fields }
    carried.value = given.carried ?? ''
    purchaseId.value = null
    repeatOf.value = given.repeatOf ?? null
    replaces.value = given.replaces ?? null
    draft.value = given.draft ?? null
    isSale.value = given.isSale ?? false
    offerId.value = null
    if (given.payWith) payWith.value = given.payWith
    typedBefore.value = typed.value
    restoreUnsaved(given.isReturn === true)
  }
  function keepUnsaved(): void {
    if (isSale.value || !hasUnsavedChanges.value) return
    unsaved.set(key.value, { reference: reference.value, fields: { ...fields.value }, offerId: offerId.value })
  }
  function restoreUnsaved(isReturn: boolean): void {
    const before = isSale.value ? undefined : unsaved.get(key.value)
    unsaved.delete(key.value)
    if (before === undefined) return
    // The product was chosen for one recipient: an earlier one must not take their place.
    if (!isReturn && !['', before.reference].includes(reference.value)) return
    reference.value = before.reference
    fields.value = { ...before.fields }
    offerId.value = before.offerId
  }
  /** Marks the input so far as saved; null if the draft no longer exists. */
  function markSaved(saved: DraftView | null): void {
    draft.value = saved
    if (saved === null) return
    key.value = saved.id
    typedBefore.value = typed.value
  }
  /** Forgets the input: it was paid. */
  function clear(): void {
    typedBefore.value = typed.value
    begin('')
  }
  /** Forgets what was typed in another checkout: it was saved. */
  const forget = (other: string): void => void unsaved.delete(other)
  watch(
    () => app.role,
    () => {
      if (isSale.value) begin('')
      lastRecipient.value = null
    },
  )
  return {
    sku,
    key,
    reference,
    fields,
    carried,
    payWith,
    purchaseId,
    repeatOf,
    replaces,
    draft,
    isSale,
    offerId,
    lastRecipient,
    typed,
    hasUnsavedChanges,
    begin,
    markSaved,
    clear,
    forget,
  }
})
