import type { PersonView } from '../../../shared/people/views.ts'
import type { Reach } from './known-person.ts'
import { reaches } from './reaches.ts'

type Contacts = Pick<Reach, 'phones' | 'emails'>

/** Returns who owns numbers or e-mail addresses of somebody else, each with the first of them. What several people have is the first one's. */
export function ownersOfShared(
  { phones, emails }: Contacts,
  people: readonly PersonView[],
): { readonly owner: PersonView; readonly to: string }[] {
  const found = new Map<string, { owner: PersonView; to: string }>()
  for (const to of [...phones, ...emails]) {
    const owner = people.find((one) => has(one, to))
    if (owner && !found.has(owner.id)) found.set(owner.id, { owner, to })
  }
  return [...found.values()]
}

/** Returns the people who have a number or an e-mail address, in the order in which they were saved: lists name the first. */
export function peopleWith(to: string, people: readonly PersonView[]): readonly PersonView[] {
  return people.filter((one) => has(one, to))
}

/** Only a national number is compared by its end. */
function has({ phones, emails }: Contacts, to: string): boolean {
  const isSame = (own: string): boolean => (to.startsWith('+') ? own === `+${to.replace(/\D/g, '')}` : reaches(to, own))
  return [...phones, ...emails].some(isSame)
}
