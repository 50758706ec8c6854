import { languages, type Locale } from '../app/locales.ts'
import { receiptCode } from '../sales/receipt-code.ts'
import { soldProductName } from '../sales/sold-product.ts'
import type { SaleReceipt } from './receipt-views.ts'

/** Where a sample is sold: in a currency (ISO 4217), to a phone number. */
export interface SamplePlace {
  readonly currency: string
  /** Null if no number of the country is known: then it is sold to an e-mail address. */
  readonly phone: string | null
}

/** Returns a sample receipt for previews and printer tests; nothing on it was sold. */
export function sampleReceipt(language: Locale, soldAt: string, { currency, phone }: SamplePlace): SaleReceipt {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
  // Money without cents comes in larger figures.
  const much = (figure: string): string => (digits === 0 ? `${figure}00` : figure)
  return {
    number: languages[language].sampleNumber,
    soldAt,
    clerk: 'Ana',
    product: soldProductName({ brand: 'Lumo', amount: much('20'), currency }),
    reference: phone ?? 'ana@example.com',
    currency,
    price: much('22'),
    cashGiven: much('50'),
    change: much('28'),
    refundedCash: null,
    state: 'delivered',
    serviceReference: null,
    codes: [{ kind: 'code', text: '1234 5678 9012' }],
    bringsCode: false,
    instructions: null,
    qr: receiptCode('00000000-0000-4000-8000-000000000000'),
    isReprint: false,
  }
}
