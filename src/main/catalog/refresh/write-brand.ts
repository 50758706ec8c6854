import { hash } from 'node:crypto'
import type { WritableDb } from '../../db/connections.ts'
import { decimalOf } from '../../service/answer/answer-shapes.ts'
import { readVariant, type BrandContext } from '../../service/operations/read-variant.ts'
import {
  createShelfFinder,
  deleteVariant,
  readBefore,
  readDigests,
  writeBrand,
  writeVariant,
} from './catalog-write-repository.ts'
import { writeChange } from '../changes-repository.ts'
import { createIdSet } from './id-set.ts'
import { parseJson, textIn, type JsonFile } from './json-file.ts'
import { writeImageSources } from '../images/images-repository.ts'
import type { BrandOutline } from './outline-catalog.ts'
import { readShelvesOf } from './shelves-repository.ts'

/** Smaller price changes are not reported. */
const NEWS_SHARE = 0.005

export interface BrandWriter {
  /** Writes a brand's new and changed variants. */
  write(brand: BrandOutline, file: JsonFile): void
  /** Deletes those of `ids` that were in no brand. */
  dropUnseen(ids: readonly number[]): void
  /** Returns the shelves that changed. */
  touched(): ReadonlySet<number>
  hasSome(): boolean
  /** Returns the number of variants that were unreadable or repeated: of two with one SKU the first counts. */
  skipped(): number
}

/** Creates the writer of a refresh, brand by brand. Records changes to variants unless it `isFirst`; belongs in a transaction. */
export function createBrandWriter(db: WritableDb, { at, isFirst }: { at: number; isFirst: boolean }): BrandWriter {
  const seen = createIdSet()
  const touched = new Set<number>()
  const contextOf = createBrandMerger()
  let [skipped, hasSome] = [0, false]

  function write(outline: BrandOutline, file: JsonFile): void {
    const brand = contextOf(outline)
    const { id: brandId, isRenamed } = writeBrand(db, brand)
    if (isRenamed) for (const id of readShelvesOf(db, brandId)) touched.add(id)
    // The first refresh has nothing to compare with; repeats are found by SKU.
    const known = isFirst ? new Map<string, number>() : readDigests(db, brandId)
    const shelfIdOf = createShelfFinder(db, brandId)
    const pictures = new Set([brand.imageUrl])
    for (let index = 0; index < outline.spans.length; index += 2) {
      const bytes = file.bytes(outline.spans[index] ?? 0, outline.spans[index + 1] ?? 0)
      // A variant's own bytes, and what it inherits from its group.
      const digest = hash('sha1', bytes, 'base64') + brand.productType
      const same = known.get(digest)
      if (same !== undefined) {
        seen.add(same)
        hasSome = true
        continue
      }
      const body = textIn(bytes)
      const variant = readVariant(parseJson(body), brand)
      const before = isFirst || variant === null ? null : readBefore(db, variant.sku)
      if (variant === null || (before && seen.has(before.id))) {
        skipped += 1
        continue
      }
      const shelfId = shelfIdOf(variant)
      const id = writeVariant(db, { variant, body, digest, shelfId, before })
      if (id === null) {
        if (readBefore(db, variant.sku)?.digest !== digest) skipped += 1
        continue
      }
      seen.add(id)
      hasSome = true
      touched.add(shelfId)
      if (before) touched.add(before.shelfId)
      if (variant.imageUrl !== brand.imageUrl) pictures.add(variant.imageUrl)
      if (isFirst) continue
      const coins = Number(variant.price.stableCoinValue)
      if (before === null) writeChange(db, at, { kind: 'added', sku: variant.sku, before: null, brand, body })
      else if (Math.abs(coins - before.coins) > before.coins * NEWS_SHARE) {
        const kind = coins < before.coins ? 'cheaper' : 'dearer'
        writeChange(db, at, { kind, sku: variant.sku, before: coinsIn(before.body), brand, body })
      }
    }
    writeImageSources(db, pictures)
  }

  function dropUnseen(ids: readonly number[]): void {
    for (const id of ids) {
      if (seen.has(id)) continue
      const { shelfId, body, sku, brand } = deleteVariant(db, id)
      touched.add(shelfId)
      writeChange(db, at, { kind: 'gone', sku, before: coinsIn(body), brand, body })
    }
  }

  return { write, dropUnseen, touched: () => touched, hasSome: () => hasSome, skipped: () => skipped }
}

/** A brand may appear in several groups: its first name and picture count, and its best position. */
function createBrandMerger(): (brand: BrandOutline) => BrandContext & { order: number } {
  const brands = new Map<string, BrandContext & { order: number }>()
  return (brand) => {
    const known = brands.get(brand.slug)
    const merged = {
      slug: brand.slug,
      productType: brand.productType,
      name: known?.name || brand.name,
      imageUrl: known?.imageUrl || brand.imageUrl,
      order: Math.min(known?.order ?? brand.order, brand.order),
    }
    brands.set(brand.slug, merged)
    return merged
  }
}

function coinsIn(body: string): string | null {
  const { price } = JSON.parse(body) as { price?: { stableCoinValue?: unknown } }
  return decimalOf(price?.stableCoinValue)
}
