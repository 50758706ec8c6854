import { useI18n } from 'vue-i18n'
import type { SaleView } from '../../../shared/sales/views.ts'

type Refund = NonNullable<SaleView['refundedCash']>

/** Returns labels for cash that was given back. */
export function useRefundLabels() {
  const { t } = useI18n()

  /** Returns why, in the clerk's words if there are some; empty if nobody was asked. */
  function reasonOf({ reason, note }: Pick<Refund, 'reason' | 'note'>): string {
    return note ?? (reason === null ? '' : t(`sales.refundReasons.${reason}`))
  }
  /** Returns who gave it back, and why. */
  function refundedBy(refund: Refund): string {
    const by = refund.by ?? t('kiosk.manager')
    const reason = reasonOf(refund)
    return reason === '' ? t('sales.refundedBy', { by }) : t('sales.refundedByFor', { by, reason })
  }
  return { reasonOf, refundedBy }
}
