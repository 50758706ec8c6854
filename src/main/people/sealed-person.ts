import { z } from 'zod'
import type { PersonView } from '../../shared/people/views.ts'
import { address } from '../../shared/scalars.ts'
import { accountColours } from '../../shared/wallet/account-colours.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { readPersonBoxes, writePersonBox } from './people-repository.ts'

export interface SealedBook {
  readonly ledger: ReadableDb
  readonly sealer: Sealer
}

/** What is sealed of a person. Until there were people, it was a name with one address. */
const sealed = z
  .object({
    name: z.string(),
    colour: z.enum(accountColours).default(accountColours[0]),
    phones: z.array(z.string()).default([]),
    emails: z.array(z.string()).default([]),
    addresses: z.array(address).default([]),
    address: address.optional(),
  })
  .transform(({ address: only, addresses, ...person }) => ({
    ...person,
    addresses: only === undefined ? addresses : [only, ...addresses],
  }))

/** Everything about a person is sealed together, so that nobody can put another address or number under a trusted name. */
const purposeOf = (id: string): string => `recipient ${id}`

/** Reads every person whom the records key opens. */
export function readPeople({ ledger, sealer }: SealedBook): PersonView[] {
  return readPersonBoxes(ledger).flatMap(({ id, box }) => {
    try {
      return [{ id, ...sealed.parse(JSON.parse(sealer.unseal(box, purposeOf(id)))) }]
    } catch {
      return []
    }
  })
}

/** Seals and stores a person. Throws SealError while the records key is missing. */
export function writePerson(
  { ledger, sealer }: { readonly ledger: WritableDb; readonly sealer: Sealer },
  { id, ...person }: PersonView,
): void {
  writePersonBox(ledger, id, sealer.seal(JSON.stringify(person), purposeOf(id)))
}
