import type { BrowserWindow } from 'electron'
import { AppError } from '../../../shared/errors.ts'

/**
 * Prints a window's page through the system's dialog, or `silently` on the default printer. Returns false if the user cancelled; throws
 * AppError `printer-failed` if the system did not print silently.
 */
export function printPage(window: BrowserWindow, silently: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const quietly = silently ? { silent: true, usePrinterDefaultPageSize: true } : {}
    window.webContents.print({ printBackground: true, ...quietly }, (printed, why) => {
      if (printed || !silently) return resolve(printed)
      const details = { reason: 'system' } as const
      reject(new AppError('printer-failed', 'The system did not print', { details, cause: new Error(why) }))
    })
  })
}
