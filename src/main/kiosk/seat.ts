import type { KioskView } from '../../shared/kiosk/views.ts'
import type { Role } from '../../shared/kiosk/roles.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Clerks } from './clerks.ts'
import { beginKiosk, endKiosk, isKiosk } from './kiosk-repository.ts'

export interface SeatOptions {
  readonly ledger: WritableDb
  readonly clerks: Pick<Clerks, 'get' | 'prove'>
  readonly now: () => number
  /** Throws where the password is not the wallet's; it is unlocked from then on. */
  readonly provePassword: (password: string) => Promise<void>
  readonly onChanged: () => void
}

/** Who is at this till. Nothing of it outlives the process: after a crash it is nobody. */
export interface Seat {
  /** Where this is no till in a shop, whoever is here is the manager. */
  role(): Role
  view(): KioskView
  /** Whether this is a till in a shop. */
  isOn(): boolean
  /** AppErrors of the password's, as with `end` and `manage`. */
  begin(password: string): Promise<void>
  end(password: string): Promise<void>
  /** AppErrors of the PIN's. */
  sit(clerk: string, pin: string): Promise<void>
  manage(password: string): Promise<void>
  /** Whoever is there leaves. */
  rise(): void
}

/** Builds the seat; it is empty. */
export function createSeat({ ledger, clerks, now, provePassword, onChanged }: SeatOptions): Seat {
  // In memory: every event asks for it, also while the ledger fails or closes.
  let isOn = isKiosk(ledger)
  /** The clerk's id, the manager, or nobody. */
  let taken: { readonly clerk: string } | 'manager' | null = null

  function take(by: typeof taken): void {
    taken = by
    onChanged()
  }

  function clerkHere(): KioskView['clerk'] {
    return taken === null || taken === 'manager' ? null : clerks.get(taken.clerk)
  }

  function role(): Role {
    if (!isOn || taken === 'manager') return 'manager'
    return clerkHere() === null ? 'nobody' : 'clerk'
  }

  return {
    role,
    isOn: () => isOn,
    view: () => ({ on: isOn, role: role(), clerk: clerkHere() }),
    async begin(password) {
      await provePassword(password)
      beginKiosk(ledger, now())
      isOn = true
      take('manager')
    },
    async end(password) {
      await provePassword(password)
      endKiosk(ledger)
      isOn = false
      take(null)
    },
    async sit(clerk, pin) {
      const { id } = await clerks.prove(clerk, pin)
      take({ clerk: id })
    },
    async manage(password) {
      await provePassword(password)
      take('manager')
    },
    rise() {
      if (taken !== null) take(null)
    },
  }
}
