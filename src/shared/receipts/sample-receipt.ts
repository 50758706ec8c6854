import { languages, type Locale } from '../app/locales.ts'
import { receiptCode } from '../sales/receipt-code.ts'
import type { SaleReceipt } from './receipt-views.ts'

/** Returns a sample receipt for previews and printer tests; nothing on it was sold. */
export function sampleReceipt(language: Locale, soldAt: string): SaleReceipt {
  return {
    number: languages[language].sampleNumber,
    soldAt,
    clerk: 'Ana',
    product: 'Lumo Móvil 200.00 MXN',
    reference: '+52 55 1234 5678',
    currency: 'MXN',
    price: '220',
    cashGiven: '500',
    change: '280',
    refundedCash: null,
    state: 'delivered',
    serviceReference: null,
    codes: [{ kind: 'code', text: '1234 5678 9012' }],
    instructions: null,
    qr: receiptCode('00000000-0000-4000-8000-000000000000'),
    isReprint: false,
  }
}
