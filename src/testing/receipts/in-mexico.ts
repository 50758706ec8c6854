/** Where the receipts of tests are printed. */
export const inMexico = { currency: 'MXN', phone: '+52 55 1234 5678' } as const
