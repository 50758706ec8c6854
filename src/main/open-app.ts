import { createApp, type App, type AppOptions } from './app.ts'
import { LedgerDamagedError } from './db/open-ledger.ts'
import { createRescue } from './rescue.ts'

/** Builds the app; where its ledger can not be read, what helps out of that. */
export function openApp(options: AppOptions): App {
  try {
    return createApp(options)
  } catch (error) {
    if (!(error instanceof LedgerDamagedError)) throw error
    console.error(`${error.message}:`, error.cause)
    return createRescue(options)
  }
}
