import { randomUUID } from 'node:crypto'
import { cleanName } from '../../shared/clean-name.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { ClerkView, WrongPinsView } from '../../shared/kiosk/views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { withRecordsKey } from '../db/with-records-key.ts'
import { createGuessThrottle, type GuessThrottle } from '../vault/throttle/guess-throttle.ts'
import {
  addMistakes,
  addWrongPin,
  endClerk,
  forgetWrongPins,
  insertClerk,
  readClerk,
  readClerks,
  renameClerk,
  writeGuesses,
  writePin,
  type StoredClerk,
} from './clerks-repository.ts'
import { hashPin, isPin, type PinCost } from './hash-pin.ts'

/** So many wrong PINs in a row, and only the manager lets a clerk in again. */
const MOST_FAILURES = 10
/** What a wrong PIN weighs, and how much of it a right one makes good: whoever guesses between a clerk's own sign-ins is not forgotten by each. */
const MISTAKE = 5
const MADE_GOOD = 1
/** So many wrong PINs that were not made good do the same, however many right ones came between. */
const MOST_MISTAKES = 30 * MISTAKE

export interface ClerksOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  readonly now: () => number
  readonly monotonic: () => number
  readonly pinCost: PinCost
}

/** Those who work at this till. Their PINs open nothing: a clerk sells only while the manager has it unlocked. */
export interface Clerks {
  list(): ClerkView[]
  /** Null for one who does not work here. */
  get(id: string): ClerkView | null
  /** AppError `not-allowed` for a name that somebody has, `invalid-input` for one that can't be seen, `locked` before an unlock. */
  add(person: RequestArgument<'clerks.add'>): Promise<void>
  change(person: RequestArgument<'clerks.change'>): void
  setPin(id: string, pin: string): Promise<void>
  remove(id: string): void
  /** AppError `wrong-pin`, `throttled` after too many, with `until` or the reason `locked-out`, `locked` before an unlock. */
  prove(id: string, pin: string): Promise<ClerkView>
  /** Who typed wrong PINs, or for whom they were typed, since they were last seen. */
  wrongPins(): WrongPinsView[]
  /** The manager has seen them. */
  seeWrongPins(): void
}

const toView = ({ id, name, colour, failures, mistakes }: StoredClerk): ClerkView => ({
  ...{ id, name, colour },
  lockedOut: failures >= MOST_FAILURES || mistakes >= MOST_MISTAKES,
})

/** Opens what the ledger knows of those who work here. */
export function openClerks({ ledger, sealer, now, monotonic, pinCost }: ClerksOptions): Clerks {
  /** One for each as long as Till runs: each measures how long it has been waited. */
  const throttles = new Map<string, GuessThrottle>()
  const purpose = (id: string): string => `clerk ${id} pin`
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
  // What is left to wait passes from the start on, not from the first PIN that is typed.
  for (const { id } of readClerks(ledger)) throttleOf(id)

  const sealed = async (id: string, pin: string): Promise<Uint8Array> => {
    const hashed = await hashPin(pin, pinCost)
    return withRecordsKey(() => sealer.seal(hashed, purpose(id)))
  }

  return {
    list: () => readClerks(ledger).map(toView),
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
      endClerk(ledger, id, now())
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
    wrongPins: () => wrongPinsOf(readClerks(ledger)),
    seeWrongPins: () => forgetWrongPins(ledger),
  }
}

function findClerk(ledger: ReadableDb, id: string): StoredClerk {
  const found = readClerk(ledger, id)
  if (found === null) throw new AppError('not-found', 'There is no such clerk')
  return found
}

/** Asked when a guess's turn has come: those before it may have been the last that were allowed. */
function letIn(ledger: ReadableDb, id: string): StoredClerk {
  const found = findClerk(ledger, id)
  if (toView(found).lockedOut)
    throw new AppError('throttled', 'Too many wrong PINs', { details: { reason: 'locked-out' } })
  return found
}

/** The name as it is kept; AppError where it is empty, or another clerk than `id` has it. */
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
