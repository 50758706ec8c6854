import type { SettingsView } from '../../shared/app/views.ts'
import type { CustomerView } from '../../shared/kiosk/customer-views.ts'
import type { CustomerDisplay } from '../kiosk/customer-display.ts'
import type { Receipts } from '../receipts/create-receipts.ts'

export interface CustomerViewParts {
  readonly customerDisplay: Pick<CustomerDisplay, 'current'>
  readonly receipts: Pick<Receipts, 'head'>
  settings(): SettingsView
}

/** Returns everything that the page on the customer's display knows. */
export function toCustomerView({ customerDisplay, receipts, settings }: CustomerViewParts): CustomerView {
  const { locale, theme, homeCountry } = settings()
  return { locale, theme, homeCountry, shop: receipts.head().name, face: customerDisplay.current() }
}
