import { z } from 'zod'
import { nothing, type Requests } from '../contract-entry.ts'
import { accountColours } from '../wallet/account-colours.ts'
import { personView } from './views.ts'

const people = z.array(personView)
/** As typed; empty ones are left out. */
const typed = z.array(z.string().max(320)).max(20)

/** The requests about the people that the user buys for or sends to. */
export const peopleRequests = {
  /** Lists all people, by name. */
  'people.list': { input: nothing, output: people, permission: 'manager' },
  /** Adds a person, or changes the one with this id. */
  'people.save': {
    input: z.object({
      id: z.uuid().nullable(),
      name: z.string().max(200),
      colour: z.enum(accountColours),
      phones: typed,
      emails: typed,
      addresses: typed,
    }),
    output: people,
    permission: 'manager',
  },
  'people.remove': { input: z.object({ id: z.uuid() }), output: people, permission: 'manager' },
} as const satisfies Requests
