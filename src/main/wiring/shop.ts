import type { UnavailableView } from '../../shared/policy/views.ts'
import { createBookkeeping, type Bookkeeping } from '../bookkeeping/create-bookkeeping.ts'
import type { Codes } from '../codes/open-codes.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import { checkDelivery } from '../catalog/delivery/check-delivery.ts'
import type { RegexMatcher } from '../catalog/delivery/regex-matcher.ts'
import { findUnavailablePolicyEntries } from '../catalog/find-unavailable-policy-entries.ts'
import { readVariant } from '../catalog/variants-repository.ts'
import { imagePath } from '../catalog/images/image-id.ts'
import { readCountry } from '../catalog/metadata/metadata-repository.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { openNotes, type Notes } from '../notes/open-notes.ts'
import { openFavourites, type Favourites } from '../favourites/favourites.ts'
import type { OnSale } from '../../shared/catalog/on-sale.ts'
import type { People } from '../people/open-people.ts'
import type { Policy } from '../policy/open-policy.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import { openDrafts, type DraftCheck, type Drafts } from '../purchases/drafts/drafts.ts'
import type { Typed } from '../purchases/drafts/drafts-repository.ts'
import { openReminders, type Reminders } from '../reminders/open-reminders.ts'
import { openCounter, type Counter } from '../sales/counter.ts'
import { createDrawer, type Drawer } from '../sales/drawer/create-drawer.ts'
import { createCustomerFaces, type FaceOf } from '../sales/customer-faces.ts'
import { createReports, type Reports } from '../sales/reports/create-reports.ts'
import { createSales, type Sales } from '../sales/create-sales.ts'
import { createShifts, type Shifts } from '../sales/shifts/create-shifts.ts'
import { openCashPrices, type CashPrices } from '../sales/prices/cash-prices.ts'
import { serviceKey } from '../settings/save-profile.ts'
import { readSettings } from '../settings/settings-repository.ts'
import { createReceipts, type Receipts, type ReceiptsOptions } from '../receipts/create-receipts.ts'
import type { Profiles } from '../profiles/profiles.ts'

export interface ShopOptions {
  readonly ledger: WritableDb
  readonly cache: ReadableDb
  readonly sealer: Sealer
  readonly now: () => number
  readonly onSale: OnSale
  readonly policy: Policy
  readonly profiles: Pick<Profiles, 'current'>
  readonly purchases: Purchases
  readonly people: Pick<People, 'owners'>
  readonly codes: Pick<Codes, 'onReceipt'>
  readonly catalog: Pick<CatalogStore, 'use'>
  readonly matcher: Pick<RegexMatcher, 'test'>
}

/** A person's favourites, drafts, notes, reminders and books, and a shop's sales. */
export interface Shop {
  readonly favourites: Favourites
  readonly drafts: Drafts
  readonly notes: Notes
  readonly reminders: Reminders
  readonly counter: Counter
  readonly shifts: Shifts
  readonly cashPrices: CashPrices
  readonly drawer: Drawer
  readonly sales: Sales
  readonly reports: Reports
  readonly bookkeeping: Bookkeeping
  readonly receipts: Receipts
  /** Returns what a customer sees of a sale. */
  readonly customerFace: FaceOf
  /** Lists the policy's entries that are not on sale now. */
  unavailable(): UnavailableView[]
}

/** Opens it from the ledger, with a policy's settings instead if there are any. */
export function openShop({
  ledger,
  cache,
  sealer,
  now,
  onSale,
  policy,
  profiles,
  purchases,
  people,
  codes,
  catalog,
  matcher,
}: ShopOptions): Shop {
  const { values } = policy
  const service = (): string | null => {
    const current = profiles.current()
    return current && serviceKey(current.settings)
  }
  const shifts = createShifts(ledger, now, () => values.prices ?? null)
  const cashPrices = openCashPrices(ledger, onSale, shifts, service)
  const sales = createSales({ ledger, now, shifts, cashPrices, purchases, codesOf: codes.onReceipt })
  const shared = { ledger, onSale, now, service }
  return {
    favourites: openFavourites({ ...shared, chosen: () => values.favourites ?? null }),
    drafts: openDrafts({ ...shared, people, sealer, check: (sku, typed) => checkDraft(catalog, matcher, sku, typed) }),
    notes: openNotes({ ledger, sealer }),
    reminders: openReminders({ ledger, sealer, now, purchases }),
    counter: openCounter({
      ...shared,
      chosen: () => values.favourites?.counter ?? null,
      prices: shifts.prices,
      cashPrices,
    }),
    shifts,
    cashPrices,
    drawer: createDrawer(ledger, now),
    sales,
    reports: createReports({ ledger, now, shifts, purchases }),
    bookkeeping: createBookkeeping({ ledger, sealer, now, purchases, people }),
    receipts: createReceipts({
      ledger,
      now,
      language: () => readSettings(ledger).locale ?? 'en',
      place: () => placeOf(cache, readSettings(ledger).homeCountry, shifts.prices()?.currency),
      chosen: () => values.receipt ?? null,
    }),
    customerFace: createCustomerFaces({
      onSale,
      sales,
      purchases,
      flagOf: (iso2) => imagePath(readCountry(cache, iso2)?.flagUrl ?? ''),
    }),
    unavailable: () => findUnavailablePolicyEntries(values, onSale),
  }
}

/** Returns where the shop sells, and in which money: that of its prices, else of its country. */
function placeOf(cache: ReadableDb, country: string | null, priced?: string): ReturnType<ReceiptsOptions['place']> {
  const ofCountry = country === null ? '' : (readCountry(cache, country)?.fiatCurrency ?? '')
  return { country, currency: priced ?? (/^[A-Z]{3}$/.test(ofCountry) ? ofCountry : 'USD') }
}

/** Checks a draft against the rules of its product; null if the product is not on sale. */
async function checkDraft(
  catalog: Pick<CatalogStore, 'use'>,
  matcher: Pick<RegexMatcher, 'test'>,
  sku: string,
  typed: Typed,
): Promise<DraftCheck | null> {
  const variant = catalog.use((db) => readVariant(db, sku))
  if (variant === null) return null
  const { reference, fields, problems } = await checkDelivery(variant, typed, matcher)
  return { reference, fields: [...fields], isComplete: problems.length === 0 }
}
