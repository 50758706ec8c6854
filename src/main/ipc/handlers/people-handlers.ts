import type { peopleRequests } from '../../../shared/people/contract.ts'
import { fileName } from '../../exports/file-name.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import type { People } from '../../people/open-people.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import { isTextBox } from '../../vault/file/text-box.ts'
import type { Vault } from '../../vault/vault.ts'
import type { HandlersOf } from '../channel/handlers.ts'
import type { SaveFile } from '../../shell/save-file.ts'
import { toRecent } from './to-recent.ts'

export interface PeopleParts {
  readonly catalog: CatalogStore
  readonly people: People
  readonly save: SaveFile
  readonly vault: Pick<Vault, 'sealText' | 'openText' | 'verify'>
  readonly purchases: Pick<Purchases, 'recipients' | 'row'>
}

/** Answers requests about people. */
export function peopleHandlers({
  catalog,
  people,
  purchases,
  save,
  vault,
}: PeopleParts): HandlersOf<typeof peopleRequests> {
  return {
    'people.list': () => people.list(),
    'people.save': (person) => people.save(person),
    'people.add': (input) => people.add(input.people),
    'people.remove': ({ id }) => people.remove(id),
    async 'people.readFile'({ text, password }) {
      if (!isTextBox(text)) return people.readFile(text)
      return password === null ? null : people.readFile(await vault.openText(text, password))
    },
    async 'people.export'({ format, table, filePassword, password }) {
      const text = people.fileOf(format, table)
      // A password of the file's own keeps nothing from the one who chooses it.
      await vault.verify(password)
      const name = fileName('people', table, [], format)
      if (filePassword === null) return save(name, text)
      return save(`${name}.encrypted`, await vault.sealText(text, filePassword))
    },
    'people.suggested': async () => people.suggested(await purchases.recipients()),
    'people.owner': ({ to, ...product }) => people.owners()(to, product)?.name ?? null,
    async 'people.boughtFor'() {
      const ownerOf = people.owners()
      return people.boughtFor(await purchases.recipients()).map(({ person, purchaseId }) => {
        const purchase = purchaseId === null ? null : purchases.row(purchaseId)
        return { person, usual: purchase && toRecent(catalog, ownerOf, purchase) }
      })
    },
  }
}
