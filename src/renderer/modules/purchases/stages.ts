import type { PurchaseView, TimelineStage } from '../../../shared/purchases/views.ts'

export interface StageState {
  /** `stopped` stands for a payment that did not go through. */
  readonly stage: TimelineStage | 'stopped'
  readonly at: string | null
  readonly state: 'done' | 'now' | 'ahead' | 'bad'
}

/** Which stages are behind, where it stands and what is still ahead; what will not come any more is left out. */
export function stageStates({
  timeline,
  ended,
  status,
}: Pick<PurchaseView, 'timeline' | 'ended' | 'status'>): StageState[] {
  const notPaid = status === 'not-paid'
  const next = timeline.findIndex(({ at }) => at === null)
  const states = timeline.map(({ stage, at }, index): StageState => {
    if (at !== null) return { stage, at, state: stage === 'failed' ? 'bad' : 'done' }
    return { stage, at, state: index === next ? 'now' : 'ahead' }
  })
  const shown = ended || notPaid ? states.filter(({ at }) => at !== null) : states
  return notPaid ? [...shown, { stage: 'stopped', at: null, state: 'bad' }] : shown
}
