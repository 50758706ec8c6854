import type { peopleRequests } from '../../../shared/people/contract.ts'
import type { People } from '../../people/open-people.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import type { HandlersOf } from '../handlers.ts'

export interface PeopleParts {
  readonly people: People
  readonly purchases: Pick<Purchases, 'recipients'>
}

/** Answers requests about people. */
export function peopleHandlers({ people, purchases }: PeopleParts): HandlersOf<typeof peopleRequests> {
  return {
    'people.list': () => people.list(),
    'people.save': (person) => people.save(person),
    'people.add': (input) => people.add(input.people),
    'people.remove': ({ id }) => people.remove(id),
    'people.suggested': async () => people.suggested(await purchases.recipients()),
  }
}
