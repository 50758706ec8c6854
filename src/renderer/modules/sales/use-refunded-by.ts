import { useI18n } from 'vue-i18n'
import type { SaleView } from '../../../shared/sales/views.ts'
import { useRefundReason } from './use-refund-reason.ts'

/** Returns a function that says who gave a sale's cash back, and why. */
export function useRefundedBy(): (refund: NonNullable<SaleView['refundedCash']>) => string {
  const { t } = useI18n()
  const reasonOf = useRefundReason()
  return (refund) => {
    const by = refund.by ?? t('kiosk.manager')
    const reason = reasonOf(refund)
    return reason === '' ? t('sales.refundedBy', { by }) : t('sales.refundedByFor', { by, reason })
  }
}
