/** Why a customer got the cash back; `other` is explained in words. */
export const refundReasons = ['not-delivered', 'wrong-number', 'wrong-product', 'changed-mind', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]
