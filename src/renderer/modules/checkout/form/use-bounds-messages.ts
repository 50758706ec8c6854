import { useI18n } from 'vue-i18n'
import { bindingBounds, type PaymentBounds } from '../../../../shared/checkout/payment-bounds.ts'
import { useFormats } from '../../../app/formats/use-formats.ts'

/** Returns messages for the payment bounds of a coin. */
export function useBoundsMessages() {
  const { t } = useI18n()
  const formats = useFormats()

  /** Returns "from 0.1 to 5,000 USDC"; null if the service sets no bounds. */
  function messageOf(bounds: PaymentBounds, symbol: string): string | null {
    const { minAllowance, maxAllowance } = bindingBounds(bounds)
    if (minAllowance === null && maxAllowance === null) return null
    const kind = minAllowance === null ? 'most' : maxAllowance === null ? 'least' : 'both'
    const numbers = {
      least: formats.value.number(minAllowance ?? '0'),
      most: formats.value.number(maxAllowance ?? '0'),
    }
    return t(`bounds.${kind}`, { ...numbers, symbol })
  }
  return { of: messageOf }
}
