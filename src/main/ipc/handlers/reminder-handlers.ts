import type { reminderRequests } from '../../../shared/reminders/contract.ts'
import type { ReminderView } from '../../../shared/reminders/views.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import type { OnSale } from '../../../shared/catalog/on-sale.ts'
import type { People } from '../../people/open-people.ts'
import type { OwnerOf } from '../../people/owner-of.ts'
import type { Reminder, Reminders } from '../../reminders/open-reminders.ts'
import { assertUnlocked, type LockedParts } from '../../accounts/assert-unlocked.ts'
import type { HandlersOf } from '../channel/handlers.ts'
import { toRecent } from './to-recent.ts'

export interface ReminderParts extends LockedParts {
  readonly reminders: Reminders
  readonly catalog: CatalogStore
  readonly people: Pick<People, 'owners'>
  readonly onSale: Pick<OnSale, 'isFilled'>
}

/** Answers requests about reminders to buy again. */
export function reminderHandlers(parts: ReminderParts): HandlersOf<typeof reminderRequests> {
  const { reminders, catalog, people, onSale } = parts
  function view(reminder: Reminder, ownerOf: OwnerOf): ReminderView {
    const purchase = toRecent(catalog, ownerOf, reminder.purchase)
    return { ...reminder, purchase, gone: purchase.price === null && onSale.isFilled() }
  }
  function list(): ReminderView[] {
    const ownerOf = people.owners()
    return reminders.list().map((reminder) => view(reminder, ownerOf))
  }
  function changeUnlocked(work: () => void): ReminderView[] {
    assertUnlocked(parts)
    work()
    return list()
  }
  return {
    'reminders.list': list,
    'reminders.get'({ purchaseId }) {
      const { reminder, start } = reminders.of(purchaseId)
      return { reminder: reminder && view(reminder, people.owners()), start }
    },
    'reminders.set': (input) => changeUnlocked(() => reminders.set(input)),
    // A locked Till shows what is due, so it also skips that.
    'reminders.skip'(input) {
      reminders.skip(input)
      return list()
    },
    'reminders.unskip'(input) {
      reminders.unskip(input)
      return list()
    },
    'reminders.stop': ({ purchaseId }) => changeUnlocked(() => reminders.stop(purchaseId)),
  }
}
