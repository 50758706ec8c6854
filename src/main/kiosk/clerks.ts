import { randomUUID } from 'node:crypto'
import { cleanName } from '../../shared/clean-name.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { ClerkView, ListedClerkView, WrongPinsView } from '../../shared/kiosk/views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { withRecordsKey } from '../db/with-records-key.ts'
import { createGuessThrottle, type GuessThrottle } from '../vault/throttle/guess-throttle.ts'
import {
  addMistakes,
  addWrongPin,
  deactivateClerk,
  forgetWrongPins,
  insertClerk,
  readClerk,
  readClerks,
  renameClerk,
  writeGuesses,
  writePin,
  writeSignIn,
  type StoredClerk,
} from './clerks-repository.ts'
import { hashPin, isPin, type PinCost } from './hash-pin.ts'

/** After this many wrong PINs in a row only the manager can let a clerk sign in again. */
const MAX_FAILURES = 10
/** A wrong PIN adds MISTAKE and a right one takes off MADE_GOOD. So guesses between a clerk's own sign-ins still add up. */
const MISTAKE = 5
const MADE_GOOD = 1
/** This many mistakes not made good lock a clerk out too, however many right PINs came between. */
const MAX_MISTAKES = 30 * MISTAKE

export interface ClerksOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  readonly now: () => number
  readonly monotonic: () => number
  readonly pinCost: PinCost
}

/** The clerks of this register. Their PINs decrypt nothing: a clerk sells only while the manager has the wallet unlocked. */
export interface Clerks {
  list(): ListedClerkView[]
  /** Null if there is no such clerk. */
  get(id: string): ClerkView | null
  /** Throws AppError `not-allowed` for a name in use, `invalid-input` for an invisible name, `locked` before the first unlock. */
  add(person: RequestArgument<'clerks.add'>): Promise<void>
  change(person: RequestArgument<'clerks.change'>): void
  setPin(id: string, pin: string): Promise<void>
  remove(id: string): void
  /** Throws AppError `wrong-pin`; `throttled` after too many, with `until` or the reason `locked-out`; `locked` before the first unlock. */
  prove(id: string, pin: string): Promise<ClerkView>
  /** Stores that the clerk has just signed in. */
  noteSignIn(id: string): void
  /** Returns the clerks with wrong PINs since the manager last saw them. */
  wrongPins(): WrongPinsView[]
  /** Marks the wrong PINs as seen by the manager. */
  seeWrongPins(): void
}

const toView = ({ id, name, colour, failures, mistakes }: StoredClerk): ClerkView => ({
  id,
  name,
  colour,
  lockedOut: failures >= MAX_FAILURES || mistakes >= MAX_MISTAKES,
})

const toListed = (clerk: StoredClerk): ListedClerkView => ({
  ...toView(clerk),
  lastSignedInAt: clerk.lastSignedInAt === null ? null : new Date(clerk.lastSignedInAt).toISOString(),
})

/** Returns what the sealed PIN of a clerk is bound to. */
const purpose = (id: string): string => `clerk ${id} pin`

/** Opens the clerks of the ledger. */
export function openClerks({ ledger, sealer, now, monotonic, pinCost }: ClerksOptions): Clerks {
  /** One per clerk while Till runs; each measures its own wait. */
  const throttles = new Map<string, GuessThrottle>()
  const existing = (id: string): StoredClerk => findClerk(ledger, id)

  function throttleOf(id: string): GuessThrottle {
    const known = throttles.get(id)
    if (known) return known
    const made = createGuessThrottle({
      read: () => letIn(ledger, id),
      write: (guesses) => writeGuesses(ledger, id, guesses),
      wrong: 'wrong-pin',
      now,
      monotonic,
    })
    throttles.set(id, made)
    return made
  }
  // A wait that is left over runs from the start of Till, not from the first PIN.
  for (const { id } of readClerks(ledger)) throttleOf(id)

  const sealed = async (id: string, pin: string): Promise<Uint8Array> => {
    const hashed = await hashPin(pin, pinCost)
    return withRecordsKey(() => sealer.seal(hashed, purpose(id)))
  }

  return {
    list: () => readClerks(ledger).map(toListed),
    get: (id) => viewOrNull(readClerk(ledger, id)),
    async add({ name: typed, colour, pin }) {
      const id = randomUUID()
      const box = await sealed(id, pin)
      insertClerk(ledger, { id, name: freeName(ledger, typed, null), colour, pin: box, addedAt: now() })
    },
    change({ id, name, colour }) {
      existing(id)
      renameClerk(ledger, { id, name: freeName(ledger, name, id), colour })
    },
    async setPin(id, pin) {
      existing(id)
      writePin(ledger, id, await sealed(id, pin))
      throttles.delete(id)
    },
    remove(id) {
      existing(id)
      deactivateClerk(ledger, id, now())
    },
    async prove(id, pin) {
      existing(id)
      return throttleOf(id).around(async () => {
        const hashed = withRecordsKey(() => sealer.unseal(existing(id).pin, purpose(id)))
        addMistakes(ledger, id, MISTAKE)
        if (!(await isPin(pin, hashed))) {
          addWrongPin(ledger, id, now())
          throw new AppError('wrong-pin', 'The PIN is wrong')
        }
        addMistakes(ledger, id, -MISTAKE - MADE_GOOD)
        return toView(existing(id))
      })
    },
    noteSignIn: (id) => writeSignIn(ledger, id, now()),
    wrongPins: () => wrongPinsOf(readClerks(ledger)),
    seeWrongPins: () => forgetWrongPins(ledger),
  }
}

function findClerk(ledger: ReadableDb, id: string): StoredClerk {
  const found = readClerk(ledger, id)
  if (found === null) throw new AppError('not-found', 'There is no such clerk')
  return found
}

/** Returns the clerk, unless locked out. Each guess checks this at its turn, because earlier guesses may have used up the limit. */
function letIn(ledger: ReadableDb, id: string): StoredClerk {
  const found = findClerk(ledger, id)
  if (toView(found).lockedOut)
    throw new AppError('throttled', 'Too many wrong PINs', { details: { reason: 'locked-out' } })
  return found
}

/** Returns the cleaned name. Throws AppError if it is empty or another clerk than `id` has it. */
function freeName(ledger: ReadableDb, typed: string, id: string | null): string {
  const name = cleanName(typed)
  if (name === '') throw new AppError('invalid-input', 'A clerk needs a name', { details: { where: 'name' } })
  const isSame = (other: string): boolean => other.localeCompare(name, undefined, { sensitivity: 'base' }) === 0
  if (readClerks(ledger).some((other) => other.id !== id && isSame(other.name)))
    throw new AppError('not-allowed', 'Somebody has that name', { details: { reason: 'name-taken' } })
  return name
}

function viewOrNull(clerk: StoredClerk | null): ReturnType<Clerks['get']> {
  return clerk && toView(clerk)
}

function wrongPinsOf(clerks: readonly StoredClerk[]): ReturnType<Clerks['wrongPins']> {
  return clerks.flatMap(({ id, name, wrongPins: count, wrongPinAt: at }) =>
    at === null ? [] : [{ id, name, count, lastAt: new Date(at).toISOString() }],
  )
}
