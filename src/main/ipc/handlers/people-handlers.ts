import type { peopleRequests } from '../../../shared/people/contract.ts'
import type { People } from '../../people/open-people.ts'
import type { HandlersOf } from '../handlers.ts'

export interface PeopleParts {
  readonly people: People
}

/** Answers requests about people. */
export function peopleHandlers({ people }: PeopleParts): HandlersOf<typeof peopleRequests> {
  return {
    'people.list': () => people.list(),
    'people.save': (person) => people.save(person),
    'people.remove': ({ id }) => people.remove(id),
  }
}
