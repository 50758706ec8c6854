import { z } from 'zod'
import { revocationView } from '../allowances/views.ts'
import { claimView } from '../claims/views.ts'
import { externalPaymentView } from '../external/views.ts'
import { foreignPaymentView, unseenTransactionsView } from '../history/views.ts'
import { attentionReasons } from './state.ts'
import { transferView } from '../transfers/views.ts'
import { purchaseView } from './views.ts'

const raisedAt = z.iso.datetime()

/** Something that a person must decide or know, about a purchase or another part of Till. */
export const attentionView = z.discriminatedUnion('about', [
  z.object({ about: z.literal('purchase'), reason: z.enum(attentionReasons), raisedAt, purchase: purchaseView }),
  z.object({ about: z.literal('transfer'), raisedAt, transfer: transferView }),
  z.object({ about: z.literal('revocation'), raisedAt, revocation: revocationView }),
  z.object({ about: z.literal('claim'), raisedAt, claim: claimView }),
  z.object({ about: z.literal('foreign-payment'), raisedAt, payment: foreignPaymentView }),
  z.object({ about: z.literal('external-payment'), raisedAt, payment: externalPaymentView }),
  z.object({ about: z.literal('unseen-transactions'), raisedAt, transactions: unseenTransactionsView }),
])

/** Everything that a person must decide, newest question first. */
export const attentionListView = z.object({ items: z.array(attentionView) })

export type AttentionView = z.output<typeof attentionView>
export type PurchaseAttention = Extract<AttentionView, { about: 'purchase' }>
