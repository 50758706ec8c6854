import { attentionView } from '../../src/shared/purchases/attention-views.ts'
import {
  attentionReasons,
  personStatuses,
  type AttentionReason,
  type PersonStatus,
} from '../../src/shared/purchases/state.ts'
import { feeActions, type FeeAction } from '../../src/shared/transactions/views.ts'

// What a fee action comes to: its price is shown, it cannot be had, it was signed.
const feeTurns = ['offered', 'refused', 'sent'] as const

/** What an entry of the inbox may be about beside a purchase, whose reasons have names of their own. */
type OtherAbout = Exclude<(typeof attentionView.options)[number]['shape']['about']['value'], 'purchase'>
const abouts = attentionView.options.map(({ shape }) => shape.about.value)
const otherAbouts = abouts.filter((about): about is OtherAbout => about !== 'purchase')

/** Something that must be seen in a picture and in an end-to-end spec. */
export type Shown =
  `status:${PersonStatus}` | `reason:${AttentionReason | OtherAbout}` | `fee:${FeeAction}-${(typeof feeTurns)[number]}`

/** Every state, attention reason and fee action of the code; specs name theirs as a tag, `@reason:refund-missing`. */
export const allShown: readonly Shown[] = [
  ...personStatuses.map((status): Shown => `status:${status}`),
  ...[...attentionReasons, ...otherAbouts].map((reason): Shown => `reason:${reason}`),
  ...feeActions.flatMap((action) => feeTurns.map((turn): Shown => `fee:${action}-${turn}`)),
]
