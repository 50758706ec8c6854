import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { PurchaseView } from '../../../../shared/purchases/views.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'
import { useNow } from '../../../app/timing/use-now.ts'
import type { Stage } from '../../../ui/StageLine.vue'
import { isMoving } from './outcome.ts'
import { stageStates, type StageState } from './purchase-stages.ts'

/** Returns the timeline of a purchase, checked every `every` milliseconds; the current stage says how long it has been going. */
export function useStages(purchase: () => PurchaseView, every?: number): ComputedRef<Stage[]> {
  const { t } = useI18n()
  const formats = useFormats()
  const now = useNow(every)

  /** Whether the wallet claimed the whole refund. */
  const isClaimed = computed(() => {
    const { parts } = purchase().refund
    return parts.length > 0 && parts.every(({ evidence }) => evidence === 'claim')
  })
  function labelOf({ stage, state }: StageState): string {
    // A network that takes nothing confirms nothing.
    const isGoingOn = isMoving(purchase()) && purchase().networkTrouble === null
    if (state === 'now') return isGoingOn ? t(`stageNow.${stage}`) : t(`stageOpen.${stage}`)
    if (stage === 'signed' && purchase().externalAsked !== null) return t('stage.external')
    return stage === 'refunded' && isClaimed.value ? t('stage.claimed') : t(`stage.${stage}`)
  }
  return computed(() => {
    const stages = stageStates(purchase())
    const since = Date.parse(stages.findLast(({ at }) => at !== null)?.at ?? purchase().createdAt)
    const ms = now.value - since
    const lasting = ms < 1000 ? '' : t('stageNow.for', { time: formats.value.lasting(ms) })
    return stages.map((one): Stage => {
      const { stage, at, state } = one
      const from = state === 'now' ? since : at === null ? null : Date.parse(at)
      return {
        key: stage,
        label: labelOf(one),
        time: state === 'now' ? lasting : from === null ? '' : formats.value.clock(from, now.value),
        exact: from === null ? '' : formats.value.exactly(from),
        state,
        words: t(`stageState.${state}`),
      }
    })
  })
}
