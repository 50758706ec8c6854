import { toAppError } from '../../../shared/errors.ts'
import type { VariantView } from '../../../shared/catalog/variant-views.ts'
import type { DraftView } from '../../../shared/favourites/views.ts'
import { request } from '../../app/client.ts'
import { loadDrafts } from '../../app/kept/load-kept.ts'
import { useNoticesStore } from '../../app/notices-store.ts'
import { useErrorWords } from '../../app/use-error-words.ts'
import { useFormats } from '../../app/use-formats.ts'
import { useTask } from '../../app/use-task.ts'
import { useCheckoutStore } from './checkout-store.ts'
import type { useDelivery } from './use-delivery.ts'
import type { usePayWith } from './use-pay-with.ts'

/** Keeping a checkout for later: on demand, and offered when a person leaves with something typed. */
export function useKeeping(
  variant: VariantView,
  { input }: Pick<ReturnType<typeof useDelivery>, 'input'>,
  { chosen }: Pick<ReturnType<typeof usePayWith>, 'chosen'>,
) {
  const store = useCheckoutStore()
  const notices = useNoticesStore()
  const formats = useFormats()
  const words = useErrorWords()

  const keeping = useTask(async (): Promise<DraftView> => {
    const kept = await request('drafts.keep', { id: store.draft?.id ?? null, ...input.value, way: chosen.value })
    store.keptAs(kept)
    await loadDrafts()
    return kept
  })

  /** Once back here, keeping is done here: a message of before must not keep it a second time. */
  function takeOfferBack(): void {
    if (store.offerId !== null) notices.remove(store.offerId)
    store.offerId = null
  }

  /** Leaves a message that keeps exactly what is typed now, if it is pressed before anything else is typed. */
  function offer(): void {
    if (!store.isUnkept) return
    const kept = { id: store.draft?.id ?? null, ...input.value, way: chosen.value }
    const name = `${variant.brandName} ${formats.value.price(variant.price.fiatCurrency, variant.price.fiatValue)}`
    const { typed } = store
    const keep = async (): Promise<void> => {
      try {
        const draft = await request('drafts.keep', kept)
        if (store.sku === kept.sku && store.typed === typed) store.keptAs(draft)
        notices.add('good', 'drafts.kept')
        await loadDrafts()
      } catch (error) {
        words.notify(toAppError(error))
      }
    }
    store.offerId = notices.add('plain', 'drafts.offer', {
      values: { name },
      action: { key: 'drafts.offerKeep', run: keep },
    })
  }
  return { keeping, offer, takeOfferBack }
}
