import type { TransferView } from '../../../shared/transfers/views.ts'

export type TransferStage = 'sent' | 'arrived' | 'final' | 'reverted' | 'cancelled' | 'superseded'

/** Returns the stages of a transfer in order, each with its state. */
export function transferStages({
  state,
}: Pick<TransferView, 'state'>): { readonly stage: TransferStage; readonly state: 'done' | 'now' | 'ahead' | 'bad' }[] {
  const sent = { stage: 'sent', state: 'done' } as const
  if (state === 'reverted' || state === 'cancelled' || state === 'superseded')
    return [sent, { stage: state, state: 'bad' }]
  const arrived = state !== 'signed'
  const isFinal = state === 'final'
  return [
    sent,
    { stage: 'arrived', state: arrived ? 'done' : 'now' },
    { stage: 'final', state: isFinal ? 'done' : arrived ? 'now' : 'ahead' },
  ]
}
