import type { PersonView } from '../../../shared/people/views.ts'
import type { PersonDraft } from './person-draft.ts'

/** Returns who owns numbers or e-mail addresses of a draft, each with the first of them. What several people have is the first one's. */
export function ownersOfShared(
  { phones, emails }: Pick<PersonDraft, 'phones' | 'emails'>,
  people: readonly PersonView[],
): { readonly owner: PersonView; readonly to: string }[] {
  const found = new Map<string, { owner: PersonView; to: string }>()
  for (const to of [...phones, ...emails]) {
    const owner = people.find((one) =>
      [...one.phones, ...one.emails].some((own) => own.toLowerCase() === to.toLowerCase()),
    )
    if (owner && !found.has(owner.id)) found.set(owner.id, { owner, to })
  }
  return [...found.values()]
}
