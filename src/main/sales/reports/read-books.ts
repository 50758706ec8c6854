import type { ReadableDb } from '../../db/connections.ts'
import { readCounts, readOpenings } from '../drawer/drawer-repository.ts'
import type { ShiftBooks } from './report-shift.ts'
import { readReturnedIn, readSales } from '../sales-repository.ts'
import { readChainCheck, readMoves, type Shift } from '../shifts/shifts-repository.ts'

/** Returns all records of a shift. */
export function readBooks(db: ReadableDb, shift: Shift): ShiftBooks {
  const { number } = shift
  return {
    shift,
    sales: readSales(db, number),
    returned: readReturnedIn(db, number),
    moves: readMoves(db, number),
    counts: readCounts(db, number),
    openings: readOpenings(db, number),
    chainCheck: readChainCheck(db, number),
  }
}
