/** Returns the decimals of a currency's smallest coin (ISO 4217, as the JavaScript engine knows it); 2 for one that it does not know. */
export function currencyDecimals(currency: string): number {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}
