import type { PurchaseView, TimelineStage } from '../../../shared/views.ts'

export interface StageState {
  readonly stage: TimelineStage
  readonly at: string | null
  readonly state: 'done' | 'now' | 'ahead' | 'bad'
}

/** Which stages are behind, where it stands and what is still ahead; a failure is marked as one, a stop is not "now". */
export function stageStates({ timeline, ended, status }: Pick<PurchaseView, 'timeline' | 'ended' | 'status'>): StageState[] {
  const stopped = ended || status === 'not-paid'
  const next = timeline.findIndex(({ at }) => at === null)
  return timeline.map(({ stage, at }, index) => {
    if (at !== null) return { stage, at, state: stage === 'failed' ? 'bad' : 'done' }
    return { stage, at, state: index === next && !stopped ? 'now' : 'ahead' }
  })
}
