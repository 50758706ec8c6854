import type { RequestOutput } from '../../../shared/contract.ts'
import type { WritableDb } from '../../db/connections.ts'
import { refuse } from '../shifts/create-shifts.ts'
import { insertOpening, readOpenings } from './drawer-repository.ts'
import { readMoves, readOpenShift, type Shift } from '../shifts/shifts-repository.ts'

const isoTime = (at: number): string => new Date(at).toISOString()

/** The drawer of the open shift. `clerk` is the id of the current user; null is the manager. */
export interface Drawer {
  /** Records that the drawer is opened without a sale. Throws AppError `not-allowed` with the reason `no-shift`. */
  note(reason: string, clerk: string | null): void
  /** Returns what the user moved and why the user opened the drawer, oldest first. Throws as `note`. */
  entries(clerk: string | null): RequestOutput<'shift.entries'>
}

/** Opens the drawer of the ledger. */
export function createDrawer(ledger: WritableDb, now: () => number): Drawer {
  const openShift = (): Shift => readOpenShift(ledger) ?? refuse('no-shift', 'No shift is open')
  return {
    note: (reason, clerk) => insertOpening(ledger, { shift: openShift().number, clerk, at: now(), reason }),
    entries(clerk) {
      const { number } = openShift()
      const own = <T extends { readonly clerkId: string | null }>(all: readonly T[]): T[] =>
        all.filter(({ clerkId }) => clerkId === clerk)
      return {
        moves: own(readMoves(ledger, number)).map(({ at, direction, amount, reason }) => ({
          at: isoTime(at),
          direction,
          amount,
          reason,
        })),
        openings: own(readOpenings(ledger, number)).map(({ at, reason }) => ({ at: isoTime(at), reason })),
      }
    },
  }
}
