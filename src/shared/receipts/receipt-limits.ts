/** As much as may stand on a receipt, in signs, and in a logo, in bytes. */
export const receiptLimits = { name: 80, addressLine: 80, addressLines: 4, taxNumber: 40, words: 300 } as const
export const mostLogoBytes = 200 * 1024

/** A printer's name or address in a network; its port, never one of the system's own services. */
export const hostPattern = /^[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$/
export const printerPorts = { least: 1024, most: 65_535, usual: 9100 } as const
