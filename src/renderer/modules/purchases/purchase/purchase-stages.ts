import type { PurchaseView, TimelineStage } from '../../../../shared/purchases/views.ts'

export interface StageState {
  /** `stopped` stands for a failed payment. */
  readonly stage: TimelineStage | 'stopped'
  readonly at: string | null
  readonly state: 'done' | 'now' | 'ahead' | 'bad'
}

/** Returns the stages of a purchase: done, current and ahead; those that will not happen are left out. */
export function stageStates({
  timeline,
  ended,
  status,
}: Pick<PurchaseView, 'timeline' | 'ended' | 'status'>): StageState[] {
  const notPaid = status === 'not-paid'
  // Nothing follows a payment that was given up, also before it is final.
  const isOver = ended || notPaid || (status === 'failed' && timeline.every(({ stage }) => stage !== 'failed'))
  const next = timeline.findIndex(({ at }) => at === null)
  const states = timeline.map(({ stage, at }, index): StageState => {
    if (at !== null) return { stage, at, state: stage === 'failed' ? 'bad' : 'done' }
    return { stage, at, state: index === next ? 'now' : 'ahead' }
  })
  const shown = isOver ? states.filter(({ at }) => at !== null) : states
  return notPaid ? [...shown, { stage: 'stopped', at: null, state: 'bad' }] : shown
}
