import type { ContactView, PersonView } from '../../../shared/people/views.ts'
import { nameKey } from '../../../shared/people/name-key.ts'
import { newFor, personCalled, type Reach } from '../../app/people/known-person.ts'

/** Somebody to save: without a name yet if it is null. */
export interface PersonDraft
  extends Pick<PersonView, 'phones' | 'emails' | 'addresses'>, Partial<Pick<ContactView, 'unread' | 'mistyped'>> {
  readonly name: string | null
  /** Null or none lets Till choose one. */
  readonly colour?: PersonView['colour'] | null
  /** How many purchases were delivered there, if that is why. */
  readonly times?: number
}

/** Somebody who may be saved, and what the user decided. */
export interface Choice {
  readonly draft: PersonDraft
  /** As typed; whoever gets none is saved under the number. */
  readonly name: string
  readonly isTicked: boolean
  /** Whether the addresses for coins are added to somebody who is here already. */
  readonly takesAddresses: boolean
}

/** Somebody to save: a new person, or what a `known` one gets in addition. */
export interface Saved extends Reach {
  readonly known: PersonView | null
  readonly name: string
  /** Null lets Till choose one. */
  readonly colour: PersonView['colour'] | null
}

/** Returns who else may be saved with a number or an e-mail address of `choice` under another name, each with the first of them. */
export function twinsOf(
  { draft, name }: Choice,
  choices: readonly Choice[],
): { readonly name: string; readonly to: string }[] {
  const own = new Set([...draft.phones, ...draft.emails])
  return choices.flatMap(({ draft: { phones, emails }, name: other }) => {
    if (other.trim() === '' || nameKey(other) === nameKey(name)) return []
    const to = [...phones, ...emails].find((one) => own.has(one))
    return to === undefined ? [] : [{ name: other, to }]
  })
}

/** Returns whom to save by the ticked choices: those of one name are one person. `nameless` names those without a name. */
export function savedBy(
  choices: readonly Choice[],
  people: readonly PersonView[],
  nameless: (draft: PersonDraft) => string,
): Saved[] {
  const saved = new Map<string, Saved>()
  for (const { draft, name: typed, isTicked, takesAddresses } of choices) {
    if (!isTicked) continue
    const name = (typed.trim() || nameless(draft)).slice(0, 200)
    const known = personCalled(people, name)
    const added = known === null ? draft : newFor(known, takesAddresses ? draft : { ...draft, addresses: [] })
    const first = saved.get(nameKey(name)) ?? {
      known,
      name,
      colour: draft.colour ?? null,
      phones: [],
      emails: [],
      addresses: [],
    }
    const { phones, emails, addresses } = first
    saved.set(nameKey(name), {
      ...first,
      phones: [...new Set([...phones, ...added.phones])],
      emails: [...new Set([...emails, ...added.emails])],
      addresses: [...new Set([...addresses, ...added.addresses])],
    })
  }
  return [...saved.values()].filter((one) => one.phones.length + one.emails.length + one.addresses.length > 0)
}
