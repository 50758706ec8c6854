import { attentionView } from '../../src/shared/purchases/attention-views.ts'
import {
  attentionReasons,
  personStatuses,
  type AttentionReason,
  type PersonStatus,
} from '../../src/shared/purchases/state.ts'
import { feeActions, type FeeAction } from '../../src/shared/transactions/views.ts'

// The turns of a fee action: its price is shown, it is refused, or it is signed.
const feeTurns = ['offered', 'refused', 'sent'] as const

/** The subjects of inbox entries other than purchases, whose reasons have their own names. */
type OtherAbout = Exclude<(typeof attentionView.options)[number]['shape']['about']['value'], 'purchase'>
const abouts = attentionView.options.map(({ shape }) => shape.about.value)
const otherAbouts = abouts.filter((about): about is OtherAbout => about !== 'purchase')

/** Something that a picture and an end-to-end spec must show. */
export type Shown =
  `status:${PersonStatus}` | `reason:${AttentionReason | OtherAbout}` | `fee:${FeeAction}-${(typeof feeTurns)[number]}`

/** Every state, attention reason and fee action of the code. Specs name theirs with a tag, `@reason:refund-missing`. */
export const allShown: readonly Shown[] = [
  ...personStatuses.map((status): Shown => `status:${status}`),
  ...[...attentionReasons, ...otherAbouts].map((reason): Shown => `reason:${reason}`),
  ...feeActions.flatMap((action) => feeTurns.map((turn): Shown => `fee:${action}-${turn}`)),
]
