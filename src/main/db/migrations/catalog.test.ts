import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { WritableDb } from '../connections.ts'
import { openDatabase } from '../open-database.ts'
import { catalogMigrations } from './catalog.ts'

let catalog: WritableDb
beforeEach(() => {
  catalog = openDatabase(':memory:', catalogMigrations, 'normal')
  catalog.exec(`
    INSERT INTO catalog_state VALUES (1, 'service', 1, 0, '', '[]');
    INSERT INTO brands (id, slug, name, image_url, position) VALUES (1, 'oak', 'Oak', '', 0);
    INSERT INTO shelves (id, key, brand_id, product_type, fiat_currency, country_key) VALUES (1, 'oak topup', 1, 'topup', 'MXN', 'Mexico');
    INSERT INTO shelf_tags VALUES ('country', 'MX', 1, 1);
    INSERT INTO variants (sku, shelf_id, digest, fiat_value, fiat_amount, coin_value, unlimited, body)
      VALUES ('OAK', 1, 'd', '100', 100, 5.5, 0, '{}');
  `)
})
afterEach(() => catalog.close())

it.each([
  ['a second state', "INSERT INTO catalog_state VALUES (2, 'service', 1, 0, '', '[]')", 'CHECK'],
  [
    'a second brand with one slug',
    "INSERT INTO brands (slug, name, image_url, position) VALUES ('oak', 'Oak', '', 1)",
    'UNIQUE',
  ],
  ['a shelf without a brand', 'UPDATE shelves SET brand_id = 2', 'FOREIGN KEY'],
  ['a brand deleted before its shelves', 'DELETE FROM brands', 'FOREIGN KEY'],
  ['a variant without a shelf', 'UPDATE variants SET shelf_id = 2', 'FOREIGN KEY'],
  ['a shelf deleted before its variants', 'DELETE FROM shelves', 'FOREIGN KEY'],
  [
    'a second variant with one SKU',
    "INSERT INTO variants SELECT 2, sku, 1, '', '1', 1, 1, NULL, NULL, NULL, 0, '' FROM variants",
    'UNIQUE',
  ],
  ['a variant that is neither unlimited nor not', 'UPDATE variants SET unlimited = 2', 'CHECK'],
])('the catalog’s schema refuses %s', (_, sql, constraint) => {
  expect(() => catalog.exec(sql)).toThrow(constraint)
})

it('deleting a shelf deletes its tags', () => {
  catalog.exec('DELETE FROM variants; DELETE FROM shelves')
  expect(catalog.prepare('SELECT count(*) FROM shelf_tags').pluck().get()).toBe(0)
})

it('keeps the words of an older catalog, and has the next refresh send and index everything', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'till-catalog-')), 'catalog.db')
  const older = openDatabase(file, catalogMigrations.slice(0, 1), 'normal')
  older.exec(`
    INSERT INTO catalog_state VALUES (1, 'service', 1, 0, 'digest', '{"":"etag"}');
    INSERT INTO shelf_words (rowid, brand, country, kind, category, area) VALUES (1, 'Órbita Móvil', 'MX Mexico', 'top-up', '', ''),
      (2, 'Meridian', '', 'eSIM', 'travel', 'France Europe');
  `)
  older.close()
  const newer = openDatabase(file, catalogMigrations, 'normal')
  const found = (match: string): unknown =>
    newer.prepare('SELECT rowid FROM shelf_words WHERE shelf_words MATCH ? ORDER BY rowid').pluck().all(match)
  expect(found('{brand} : "orbita movil"')).toEqual([1])
  expect(found('{kind} : "top up"')).toEqual([1])
  expect(found('"eur"* AND "esim"')).toEqual([2])
  expect(found('{country} : meridian')).toEqual([])
  newer.exec("DELETE FROM shelf_words WHERE rowid = 2; INSERT INTO shelf_words (rowid, notes) VALUES (2, 'for europe')")
  expect(found('{notes} : europe')).toEqual([2])
  expect(newer.prepare('SELECT words, etags FROM catalog_state').get()).toEqual({ words: '', etags: '{}' })
  newer.close()
  rmSync(dirname(file), { recursive: true })
})
