/** The limits of a receipt's texts, in characters, and of its logo, in bytes. */
export const receiptLimits = { name: 80, addressLine: 80, addressLines: 4, taxNumber: 40, text: 300 } as const
export const mostLogoBytes = 200 * 1024

/** A printer's name or address in a network, and its port, which is never one of the system's own services. */
export const hostPattern = /^[A-Za-z0-9](?:[A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$/
export const printerPorts = { least: 1024, most: 65_535, usual: 9100 } as const
