import type { z } from 'zod'
import { allowanceEvents, allowanceRequests } from './allowances/contract.ts'
import { appEvents, appRequests } from './app/contract.ts'
import { backupRequests } from './backup/contract.ts'
import { bookkeepingRequests } from './bookkeeping/contract.ts'
import { catalogEvents, catalogRequests } from './catalog/contract.ts'
import { checkoutRequests } from './checkout/contract.ts'
import { claimEvents, claimRequests } from './claims/contract.ts'
import { externalEvents, externalRequests } from './external/contract.ts'
import { draftRequests } from './drafts/contract.ts'
import type { SentError } from './errors.ts'
import { favouriteRequests } from './favourites/contract.ts'
import { codeRequests } from './codes/contract.ts'
import { historyRequests } from './history/contract.ts'
import { kioskEvents, kioskRequests } from './kiosk/contract.ts'
import { limitRequests } from './limits/contract.ts'
import { networkRequests } from './networks/contract.ts'
import { noteRequests } from './notes/contract.ts'
import { peopleRequests } from './people/contract.ts'
import { purchaseEvents, purchaseRequests } from './purchases/contract.ts'
import { registerEvents, registerRequests } from './registers/contract.ts'
import { reminderRequests } from './reminders/contract.ts'
import { salesEvents, salesRequests } from './sales/contract.ts'
import { serviceEvents, serviceRequests } from './services/contract.ts'
import { supportRequests } from './support/contract.ts'
import { transferEvents, transferRequests } from './transfers/contract.ts'
import { walletEvents, walletRequests } from './wallet/contract.ts'

/** Every request that a page may send to main. */
export const requests = {
  ...appRequests,
  ...limitRequests,
  ...serviceRequests,
  ...networkRequests,
  ...walletRequests,
  ...kioskRequests,
  ...salesRequests,
  ...backupRequests,
  ...catalogRequests,
  ...registerRequests,
  ...transferRequests,
  ...peopleRequests,
  ...codeRequests,
  ...allowanceRequests,
  ...claimRequests,
  ...checkoutRequests,
  ...externalRequests,
  ...favouriteRequests,
  ...draftRequests,
  ...purchaseRequests,
  ...bookkeepingRequests,
  ...noteRequests,
  ...reminderRequests,
  ...historyRequests,
  ...supportRequests,
}

/** Every event that main sends. */
export const events = {
  ...appEvents,
  ...catalogEvents,
  ...serviceEvents,
  ...walletEvents,
  ...kioskEvents,
  ...allowanceEvents,
  ...claimEvents,
  ...transferEvents,
  ...purchaseEvents,
  ...externalEvents,
  ...registerEvents,
  ...salesEvents,
}

export type RequestName = keyof typeof requests
export type RequestInput<N extends RequestName> = z.input<(typeof requests)[N]['input']>
/** A handler's input: parsed, with defaults filled in. */
export type RequestArgument<N extends RequestName> = z.output<(typeof requests)[N]['input']>
export type RequestOutput<N extends RequestName> = z.output<(typeof requests)[N]['output']>

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]['payload']>

/** An answer across the bridge. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: SentError }

/** The API that the preload (or the Chromium shell's binding) provides to the page as `window.till`. */
export interface TillBridge {
  request(name: string, input: unknown): Promise<Reply>
  on(name: string, listener: (payload: unknown) => void): () => void
}
