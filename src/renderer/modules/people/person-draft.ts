import type { ContactView, PersonView } from '../../../shared/people/views.ts'

/** Somebody to save: without a name yet if it is null. */
export interface PersonDraft
  extends Pick<PersonView, 'phones' | 'emails' | 'addresses'>, Partial<Pick<ContactView, 'unread' | 'mistyped'>> {
  readonly name: string | null
  /** Null or none lets Till choose one. */
  readonly colour?: PersonView['colour'] | null
  /** How many purchases were delivered there, if that is why. */
  readonly times?: number
}
