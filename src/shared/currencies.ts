/** Returns the decimals of a currency's smallest coin (ISO 4217, as the JavaScript engine knows it); 2 for one that it does not know. */
export function currencyDecimals(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** The currencies (ISO 4217) that some place writes as "$". */
export const dollarCurrencies: readonly string[] =
  'USD ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUC CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD UYU XCD'.split(
    ' ',
  )
