import { useRouter } from 'vue-router'
import { toAppError } from '../../../../shared/errors.ts'
import type { VariantView } from '../../../../shared/catalog/variant-views.ts'
import type { DraftView } from '../../../../shared/drafts/views.ts'
import { request } from '../../../app/requests/client.ts'
import { loadDrafts } from '../../../app/saved/load-saved.ts'
import { useNoticesStore } from '../../../app/stores/notices-store.ts'
import { useErrorMessages } from '../../../app/messages/use-error-messages.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { useTask } from '../../../app/requests/use-task.ts'
import { useCheckoutStore } from '../checkout-store.ts'
import type { DeliveryForm } from './use-delivery.ts'
import { useSaveOffersStore } from './save-offers-store.ts'
import type { PaymentChoice } from '../pay-with/use-pay-with.ts'

/** Saves a checkout as a draft: on demand, and offers it when the user leaves with typed input. */
export function useSaveDraft(
  variant: VariantView,
  { input }: Pick<DeliveryForm, 'input'>,
  { chosen }: Pick<PaymentChoice, 'chosen'>,
) {
  const store = useCheckoutStore()
  const notices = useNoticesStore()
  const offers = useSaveOffersStore()
  const formats = useFormats()
  const messages = useErrorMessages()
  const router = useRouter()

  /** Saves into the draft `id`, or a new one; the address then names it, so that choosing the product again starts another. */
  const saving = useTask(async (id: string | null): Promise<DraftView> => {
    const saved = await request('drafts.save', { id, ...input.value, paymentMethod: chosen.value })
    store.markSaved(saved)
    const { name, params } = router.currentRoute.value
    if (name === 'checkout' && params['sku'] === input.value.sku)
      await router.replace({ name, params, query: { draft: saved.id } })
    await loadDrafts()
    return saved
  })

  /** Withdraws an earlier offer when the user returns, so that it cannot save the draft twice. */
  function withdrawOffer(): void {
    if (store.offerId !== null) offers.withdraw(store.offerId)
    store.offerId = null
  }

  /** Offers in a notice to save exactly what is typed now. */
  function offer(): void {
    if (!store.hasUnsavedChanges) return
    const draft = { id: store.draft?.id ?? null, ...input.value, paymentMethod: chosen.value }
    const name = formats.value.product(variant)
    const { typed, key } = store
    const save = async (): Promise<void> => {
      try {
        const saved = await request('drafts.save', draft)
        if (store.key === key && store.typed === typed) store.markSaved(saved)
        else store.forget(key)
        notices.add('good', 'drafts.saved')
        await loadDrafts()
      } catch (error) {
        messages.notify(toAppError(error))
      }
    }
    store.offerId = offers.add({ name, isNew: draft.id === null, save })
  }
  return { saving, offer, withdrawOffer }
}

/** Saves a checkout as a draft. */
export type DraftSaving = ReturnType<typeof useSaveDraft>
