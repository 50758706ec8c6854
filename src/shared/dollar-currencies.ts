/** The currencies (ISO 4217) that some place writes as "$". */
export const dollarCurrencies: readonly string[] =
  'USD ARS AUD BBD BMD BND BSD BZD CAD CLP COP CUC CUP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD UYU XCD'.split(
    ' ',
  )
