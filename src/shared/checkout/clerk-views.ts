import { z } from 'zod'
import { purchaseRowView } from '../purchases/views.ts'

/** The coin and network of a purchase: the next purchase starts with those of the last one. */
export const lastPaymentMethodView = purchaseRowView.pick({ createdAt: true, networkKey: true, tokenKey: true })
export type LastPaymentMethodView = z.output<typeof lastPaymentMethodView>

/** A purchase's change of state, without its cost and its recipient. */
export const purchaseMoveView = lastPaymentMethodView.extend({ sku: z.string() })

/** An undelivered purchase, shown to a person about to pay for the same again. */
export const underWayView = purchaseRowView.pick({ id: true, status: true, reference: true })
export type UnderWayView = z.output<typeof underWayView>
