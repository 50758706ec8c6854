import { join } from 'node:path'
import { openCatalogStore, type CatalogStore } from '../catalog/catalog-store.ts'
import { cacheMigrations } from '../db/migrations/cache.ts'
import { openCache } from '../db/open-cache.ts'
import type { WritableDb } from '../db/connections.ts'
import { openLedger } from '../db/open-ledger.ts'
import type { EventBus } from '../events.ts'

/** The databases of a data folder. */
export interface Stores {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  readonly catalog: CatalogStore
  closeStores(): void
}

/** Opens the databases; LedgerDamagedError if the ledger cannot be read. */
export function openStores(dataDir: string, events: EventBus): Stores {
  const ledger = openLedger(join(dataDir, 'ledger.db'))
  const cache = openCache(join(dataDir, 'cache.db'), cacheMigrations, { checked: true })
  const catalog = openCatalogStore(join(dataDir, 'catalog.db'), () => events.emit('catalog.emptied'))
  return {
    ledger,
    cache,
    catalog,
    closeStores() {
      catalog.close()
      cache.close()
      ledger.close()
    },
  }
}
