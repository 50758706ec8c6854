import type { SettingsView } from '../../shared/app/views.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { openClerks, type Clerks } from './clerks.ts'
import { createCustomerDisplay, type CustomerDisplay } from './customer-display.ts'
import type { Log } from '../log/create-log.ts'
import { pinCost } from './hash-pin.ts'
import { createSession, type Session } from './session.ts'
import { createShopMarker } from './shop-marker.ts'
import type { Vault } from '../vault/vault.ts'
import { createIdleTimer, type IdleTimer } from './idle-timer.ts'

export interface KioskOptions {
  readonly config: { readonly dataDir: string }
  readonly ledger: WritableDb
  readonly sealer: Sealer
  readonly now: () => number
  readonly monotonic: () => number
  readonly vault: Pick<Vault, 'isLocked' | 'verify' | 'lock' | 'walletId'>
  readonly unlock: (password: string) => Promise<void>
  readonly settings: () => Pick<SettingsView, 'lockAfterMinutes' | 'idleMinutes' | 'customerDisplay'>
  readonly shell: { setKiosk(on: boolean): Promise<void>; readonly customerWindow: { set(on: boolean): void } }
  readonly log: Log
  /** Called when the app's view has changed. */
  readonly changed: () => void
  /** Called when the customer sees something else. */
  readonly customerChanged: () => void
}

/** The clerks, the session, the idle timer, and the windows of this register and its customer. */
export interface Kiosk {
  readonly clerks: Clerks
  readonly session: Session
  readonly customerDisplay: CustomerDisplay
  /** Locks the wallet at home. In shop mode it only signs the current user out, and the wallet stays open for the next one. */
  readonly idleTimer: IdleTimer
  /** Makes the window full screen in shop mode, and a normal window otherwise. */
  fillWindow(): Promise<void>
  /** Gives the customer a window in shop mode, unless the settings say otherwise, and takes it away at home. */
  placeCustomerWindow(): void
}

/** Opens the kiosk of the ledger with nobody signed in. */
export function openKiosk({ ledger, sealer, now, monotonic, vault, shell, log, ...options }: KioskOptions): Kiosk {
  const clerks = openClerks({ ledger, sealer, now, monotonic, pinCost })
  const marker = createShopMarker(options.config.dataDir)
  /** A folder that cannot be marked must not stop sales. */
  function mark(): void {
    try {
      const [marked, wallet] = [marker.read(), vault.walletId()]
      if (marked === null || (wallet !== null && marked.wallet !== wallet)) marker.write(wallet)
    } catch (error) {
      log('kiosk.unmarked', {}, { error })
    }
  }
  const customerDisplay = createCustomerDisplay(options.customerChanged)
  const session = createSession({
    ledger,
    clerks,
    now,
    marker,
    mark,
    provePassword: (password) => (vault.isLocked() ? options.unlock(password) : vault.verify(password)),
    onChanged() {
      log('kiosk.role', { role: session.role() })
      idleTimer.restart()
      customerDisplay.clear()
      void fillWindow()
      options.changed()
    },
  })

  function fillWindow(): Promise<void> {
    // A full-screen failure must not stop sales.
    return shell.setKiosk(session.isOn()).catch((error: unknown) => log('window.unfilled', {}, { error }))
  }

  let hasCustomerWindow = false
  function placeCustomerWindow(): void {
    const isWanted = session.isOn() && options.settings().customerDisplay === 'automatic'
    if (isWanted === hasCustomerWindow) return
    hasCustomerWindow = isWanted
    shell.customerWindow.set(isWanted)
  }

  const idleTimer = createIdleTimer(
    () => options.settings()[session.isOn() ? 'idleMinutes' : 'lockAfterMinutes'],
    monotonic,
    () => (session.isOn() ? session.signOut() : void vault.lock()),
  )
  return { clerks, session, customerDisplay, idleTimer, fillWindow, placeCustomerWindow }
}
