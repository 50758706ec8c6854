import { z } from 'zod'
import { purchaseRowView } from '../purchases/views.ts'

/** The coin and network that a purchase is paid with: the next one begins with the last one's. */
export const lastPaymentMethodView = purchaseRowView.pick({ createdAt: true, networkKey: true, tokenKey: true })
export type LastPaymentMethodView = z.output<typeof lastPaymentMethodView>

/** That a purchase stands otherwise than before, without what it cost and whose it is. */
export const purchaseMoveView = lastPaymentMethodView.extend({ sku: z.string() })

/** A purchase that is not there yet, for whoever would pay for the same again. */
export const underWayView = purchaseRowView.pick({ id: true, status: true, reference: true })
export type UnderWayView = z.output<typeof underWayView>
