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
