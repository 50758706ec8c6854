import type { KioskView } from '../../shared/kiosk/views.ts'
import type { UserRole } from '../../shared/kiosk/roles.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Clerks } from './clerks.ts'
import { beginKiosk, endKiosk, isKiosk } from './kiosk-repository.ts'
import type { ShopMarker } from './shop-marker.ts'

export interface SessionOptions {
  readonly ledger: WritableDb
  readonly clerks: Pick<Clerks, 'get' | 'prove' | 'noteSignIn'>
  readonly now: () => number
  /** Throws if the password is wrong; otherwise the wallet is unlocked. */
  readonly provePassword: (password: string) => Promise<void>
  readonly onChanged: () => void
  readonly marker: Pick<ShopMarker, 'read' | 'remove'>
  /** Marks the data folder as a shop's, unless it is marked so. */
  readonly mark: () => void
}

/** The current user of this register. It is kept in memory only: after a crash nobody is signed in. */
export interface Session {
  /** Returns the current user's role; without shop mode that is always the manager. */
  role(): UserRole
  view(): KioskView
  /** Whether shop mode is on. */
  isOn(): boolean
  /** Turns shop mode on and signs the manager in. Throws AppError for a wrong password, as `turnOff` and `signInManager` do. */
  turnOn(password: string): Promise<void>
  turnOff(password: string): Promise<void>
  /** Signs a clerk in. Throws AppError for a wrong PIN. */
  signIn(clerk: string, pin: string): Promise<void>
  signInManager(password: string): Promise<void>
  signOut(): void
}

/** Creates a session with nobody signed in. */
export function createSession(options: SessionOptions): Session {
  const { ledger, clerks, now, provePassword, onChanged, marker, mark } = options
  // Kept in memory because every event reads it, even while the ledger fails or closes. A ledger from before shop mode does not end it.
  let isOn = isKiosk(ledger) || marker.read() !== null
  if (isOn && !isKiosk(ledger)) beginKiosk(ledger, now())
  if (isOn) mark()
  let user: { readonly clerk: string } | 'manager' | null = null

  function setUser(next: typeof user): void {
    user = next
    onChanged()
  }

  function currentClerk(): KioskView['clerk'] {
    return user === null || user === 'manager' ? null : clerks.get(user.clerk)
  }

  function role(): UserRole {
    if (!isOn || user === 'manager') return 'manager'
    return currentClerk() === null ? 'nobody' : 'clerk'
  }

  return {
    role,
    isOn: () => isOn,
    view: () => ({ on: isOn, role: role(), clerk: currentClerk() }),
    async turnOn(password) {
      await provePassword(password)
      beginKiosk(ledger, now())
      mark()
      isOn = true
      setUser('manager')
    },
    async turnOff(password) {
      await provePassword(password)
      marker.remove()
      endKiosk(ledger)
      isOn = false
      setUser(null)
    },
    async signIn(clerk, pin) {
      const { id } = await clerks.prove(clerk, pin)
      clerks.noteSignIn(id)
      setUser({ clerk: id })
    },
    async signInManager(password) {
      await provePassword(password)
      setUser('manager')
    },
    signOut() {
      if (user !== null) setUser(null)
    },
  }
}
