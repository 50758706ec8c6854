import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOnSale } from '../../main/catalog/on-sale.ts'
import type { WritableDb } from '../../main/db/connections.ts'
import { openTestLedgerFile } from '../db/open-test-ledger-file.ts'
import type { OnSale } from '../../shared/catalog/on-sale.ts'
import type { ProfileSettings } from '../../main/settings/profiles-repository.ts'
import { serviceKey } from '../../main/settings/save-profile.ts'
import { profileSchema } from '../../shared/services/profile.ts'
import { openTestCatalog, price, rawBrand, rawVariant } from './cache.ts'

/** A ledger beside the catalog of a service that sells Oak and Elm, for what people save of products. */
export interface OakAndElm {
  readonly ledger: WritableDb
  readonly onSale: OnSale
  /** Moves on by a millisecond with each call. */
  readonly now: () => number
  /** The key of the service in use. */
  readonly service: () => string | null
  /** The service in use; null is none. */
  profile: ProfileSettings | null
  /** Fills the catalog with Elm, and with Oak at `coins` unless it is null. */
  sell(coins: string | null): void
  /** Fills the catalog with Oak alone, at another price. */
  sellAt(oak: ReturnType<typeof price>): void
  /** Continues without a catalog. */
  forgetCatalog(): void
  dispose(): void
}

/** Returns a service at an address. */
export const serviceAt = (baseUrl: string): ProfileSettings =>
  profileSchema.parse({ name: 'Test', baseUrl, integrator: 'till' })

/** Opens a new ledger and catalog; Oak costs 5.50 USDC. */
export function openOakAndElm(): OakAndElm {
  const folder = mkdtempSync(join(tmpdir(), 'till-saved-'))
  const ledger = openTestLedgerFile(join(folder, 'ledger.db'))
  let catalog = openTestCatalog()
  let clock = Date.parse('2026-11-20T10:00:00Z')
  const write = (brands: readonly unknown[]): void => catalog.write([{ productType: 'topup', brands }], clock)
  const oakAt = (oak: ReturnType<typeof price>) => rawBrand('Oak', 1, [rawVariant('OAK-I', { price: oak })])
  const shop: OakAndElm = {
    ledger,
    onSale: openOnSale({ use: (work) => work(catalog.db) }),
    now: () => clock++,
    service: () => shop.profile && serviceKey(shop.profile),
    profile: serviceAt('https://a.example'),
    sell(coins) {
      const oak = coins === null ? [] : [oakAt(price('MXN', '100', coins))]
      write([...oak, rawBrand('Elm', 2, [rawVariant('ELM-I')])])
    },
    sellAt: (oak) => write([oakAt(oak)]),
    forgetCatalog() {
      catalog.dispose()
      catalog = openTestCatalog()
    },
    dispose() {
      ledger.close()
      catalog.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  shop.sell('5.50')
  return shop
}
