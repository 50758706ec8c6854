import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RequestArgument } from '../../shared/contract.ts'
import type { WritableDb } from '../../main/db/connections.ts'
import { openTestLedgerFile } from '../db/open-test-ledger-file.ts'
import { createSealer, type Sealer } from '../../main/db/seal.ts'
import type { People } from '../../main/people/open-people.ts'
import { openPeopleParts } from '../../main/wiring/people.ts'

/** The people of a Mexican user, in a ledger of their own. */
export interface TestPeople {
  readonly people: People
  readonly ledger: WritableDb
  readonly sealer: Sealer
  /** The folder of the ledger. */
  readonly folder: string
  isLocked: boolean
  dispose(): void
}

/** Opens people in a new ledger; nobody is in it. */
export function openTestPeople(): TestPeople {
  const folder = mkdtempSync(join(tmpdir(), 'till-people-'))
  const ledger = openTestLedgerFile(join(folder, 'ledger.db'))
  const sealer = createSealer(randomBytes(32))
  const vault = { isLocked: () => test.isLocked }
  const test: TestPeople = {
    people: openPeopleParts({ ledger, sealer, vault, settings: () => ({ homeCountry: 'MX' }) }),
    ledger,
    sealer,
    folder,
    isLocked: false,
    dispose() {
      ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return test
}

/** Returns a person as the page sends it: a new one, called Mum, with nothing else. */
export const personInput = (given: Partial<RequestArgument<'people.save'>> = {}): RequestArgument<'people.save'> => ({
  id: null,
  name: 'Mum',
  colour: 'rose',
  phones: [],
  emails: [],
  addresses: [],
  ...given,
})
