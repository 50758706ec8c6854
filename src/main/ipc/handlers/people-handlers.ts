import type { peopleRequests } from '../../../shared/people/contract.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import type { People } from '../../people/open-people.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import type { HandlersOf } from '../handlers.ts'
import type { SaveFile } from '../save-file.ts'
import { toRecent } from '../to-recent.ts'

export interface PeopleParts {
  readonly catalog: CatalogStore
  readonly people: People
  readonly save: SaveFile
  readonly purchases: Pick<Purchases, 'recipients' | 'row'>
}

/** Answers requests about people. */
export function peopleHandlers({ catalog, people, purchases, save }: PeopleParts): HandlersOf<typeof peopleRequests> {
  return {
    'people.list': () => people.list(),
    'people.save': (person) => people.save(person),
    'people.add': (input) => people.add(input.people),
    'people.remove': ({ id }) => people.remove(id),
    'people.readFile': ({ text }) => people.readFile(text),
    'people.export': ({ format }) => save(`till-people.${format}`, people.fileOf(format)),
    'people.suggested': async () => people.suggested(await purchases.recipients()),
    async 'people.boughtFor'() {
      return people.boughtFor(await purchases.recipients()).map(({ person, purchaseId }) => {
        const purchase = purchaseId === null ? null : purchases.row(purchaseId)
        return { person, usual: purchase && toRecent(catalog, purchase) }
      })
    },
  }
}
