import { useI18n } from 'vue-i18n'
import type { SaleView } from '../../../shared/sales/views.ts'

type Because = Pick<NonNullable<SaleView['refundedCash']>, 'reason' | 'note'>

/** Returns a function that says why cash was refunded, in the clerk's words if there are some; empty if nobody was asked. */
export function useRefundReason(): (because: Because) => string {
  const { t } = useI18n()
  return ({ reason, note }) => note ?? (reason === null ? '' : t(`sales.refundReasons.${reason}`))
}
