import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readQuotedFees } from '../../purchases/quote/quoted-fee-repository.ts'
import { serviceKey } from '../../settings/save-profile.ts'
import type { WritableDb } from '../connections.ts'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

// A row for every table, of which each case changes one value.
const oneOfEach = `
  UPDATE ledger_state SET restored_at = NULL;
  INSERT INTO settings VALUES (1, '{}');
  INSERT INTO unlock_throttle VALUES (1, 0, 0);
  INSERT INTO profiles (id, created_at, body, is_current) VALUES ('profile', 1, '{}', 1), ('former', 1, '{}', 0);
  INSERT INTO terms_consents VALUES ('profile', '0x1', 1);
  INSERT INTO remembered_addresses VALUES ('profile', '7:0x0', '0x2', 1);
  INSERT INTO budget_requests (scope, at, class) VALUES ('service', 1, 'quote');
  INSERT INTO budget_corrections VALUES ('service', 1, 90, 1000, 1);
  INSERT INTO accounts VALUES ('0xAb', 'Savings', 'teal', NULL);
  INSERT INTO account_in_use VALUES (1, '0xAb');
  INSERT INTO limits VALUES (1, NULL, '100', NULL);

  INSERT INTO intents VALUES ('purchase', 'purchase'), ('later', 'purchase'), ('revocation', 'revocation'), ('transfer', 'transfer'),
    ('claim', 'claim');
  INSERT INTO steps (intent_id, position, kind, state, chain_instance, from_address, nonce)
    VALUES ('purchase', 0, 'approve', 'final', '7:0x0', '0x1', 4), ('purchase', 1, 'pay', 'signed', '7:0x0', '0x1', 5);
  INSERT INTO signed_transactions VALUES ('0xb1', 'purchase', 1, 'original', '0x02', '10', '0x3', '500', 1);
  INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery, retry_of)
    VALUES ('purchase', 1, 'profile', '7:0x0', '0x1', '{}', x'00', NULL),
           ('later', 2, 'profile', '7:0x0', '0x1', '{}', x'00', 'purchase');
  INSERT INTO purchase_events (purchase_id, at, event) VALUES ('purchase', 1, '{}');
  INSERT INTO paid_quotes VALUES ('https://service.example', '31', 'purchase');
  INSERT INTO registrations (idempotency_key, purchase_id, payment_hash, body, prepared_at) VALUES ('key', 'purchase', '0xb1', x'00', 1);
  INSERT INTO registration_attempts (idempotency_key, at, outcome) VALUES ('key', 1, 'unclear');
  INSERT INTO counted_refunds VALUES ('purchase', '0xc1', NULL, '5', '0x9', 'person');
  INSERT INTO possible_refunds (purchase_id, hash, units, covers, sender, is_proven, is_known, found_at)
    VALUES ('purchase', '0xc2', '5', '["purchase"]', '0x9', 1, 0, 1);
  INSERT INTO refund_searches (purchase_id, next_block) VALUES ('purchase', 3);

  INSERT INTO revocations VALUES ('revocation', 1, 'profile', '7:0x0', '0x1', '{}', '0x3', '0x4');
  INSERT INTO transfers VALUES ('transfer', 1, NULL, 'profile', '7:0x0', '0x1', '{}', '{}', NULL, '5', '0x5', NULL);
  INSERT INTO claims (id, created_at, profile_id, chain_instance, from_address, network, coin, token, router, vault, service_id, units)
    VALUES ('claim', 1, 'profile', '7:0x0', '0x1', '{}', '{}', '0x3', '0x6', '0x7', '8', '5');
  INSERT INTO claim_purchases VALUES ('claim', 'purchase', '5');
  INSERT INTO reconciled_accounts VALUES ('profile', '7:0x0', '0x1', 4, NULL, 1);
  INSERT INTO foreign_payments (hash, profile_id, address, token, amount, found_at) VALUES ('0xd1', 'profile', '0x1', 'USDC', '5', 1);
  INSERT INTO unseen_transactions VALUES ('profile', '7:0x0', '0x1', 4, 1, 0, 'Polygon', 'https://explorer.example', 1, NULL);
  INSERT INTO favourites VALUES ('service', 'brand', 'oak', 1, '{}');
  INSERT INTO drafts (id, service, saved_at, sku, product, delivery, purchase_id)
    VALUES ('draft', 'service', 1, 'OAK', '{}', x'00', NULL), ('paid', 'service', 1, 'OAK', '{}', NULL, 'purchase');

  INSERT INTO kiosk VALUES (1, 1);
  INSERT INTO clerks (id, name, colour, pin, added_at) VALUES ('clerk', 'Ana', 'teal', x'00', 1);
  INSERT INTO counter_pages VALUES ('service', 0, 'Phones', '[]');
  INSERT INTO shop_head VALUES (1, '{}');
  INSERT INTO shop_prices (id, currency, rate, rules, limits) VALUES (1, 'MXN', '18', '[]', '{}');
  INSERT INTO shifts VALUES (1, 'MXN', '100', 1, 2, '120'), (2, 'MXN', '100', 3, NULL, NULL);
  INSERT INTO cash_moves VALUES ('move', 2, 'clerk', 4, 'in', '50', 'Change');
  INSERT INTO sales (number, purchase_id, shift, clerk_id, at, sku, product, price, cost, given, returned_shift, returned_by, returned_at)
    VALUES (1, 'purchase', 1, 'clerk', 1, 'OAK', '{}', '25', '20', '30', 2, 'clerk', 4);
  INSERT INTO registers VALUES ('0x8', 'Back room', 0);
`

/** The rows of tables that an older ledger does not have. */
const sinceThen = `
  INSERT INTO shift_counts VALUES ('count', 2, 'clerk', 5, '140', '150', 2, NULL, 'A torn bill');
  INSERT INTO drawer_openings VALUES ('opening', 2, 'clerk', 5, 'Give change');
  INSERT INTO retail_prices VALUES (2, 'OAK', '25');
  INSERT INTO received_transfers VALUES ('came', '7:0x0', '0x1', 'Harbour', '0x2', 'USDC', 6, '5', '0x3', '0x4', 0, 9, 5);
  INSERT INTO received_searches VALUES ('7:0x0', '0x1', 4, 9);
  INSERT INTO hidden_recents VALUES ('purchase');
  INSERT INTO quoted_fees VALUES ('service', 'OAK', '5', '5.1', 1);
  INSERT INTO people VALUES ('person', x'00');
`
/** The rows that a ledger of version 114 does not have. */
const sinceVersion114 = `
  INSERT INTO notes VALUES ('purchase', x'00');
  INSERT INTO shift_chain_checks VALUES (1, 5, 20, 19);
  INSERT INTO kept_codes VALUES ('code', 'purchase', 5, x'00');
`
/** The rows that a ledger of version 116 does not have. */
const sinceVersion116 = `
  INSERT INTO reminders VALUES ('purchase', x'00');
  INSERT INTO external_payments VALUES ('asked', 5, 5, 'profile', '7:0x0', '0x1', 'purchase', 'draft', '{}', x'00', 4, 5, 3, 5, NULL, NULL, NULL);
  INSERT INTO external_arrivals VALUES ('asked', '0x9', 0, 'late', '0x2', '0x1', '5', 6, 6, 7, NULL);
`
/** The rows that a ledger of version 118 does not have. */
const sinceVersion118 = `
  INSERT INTO shown_totals VALUES ('purchase', 'MXN', 10520, 2);
`

let ledger: WritableDb
beforeEach(() => {
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  ledger.exec(oneOfEach + sinceThen + sinceVersion114 + sinceVersion116 + sinceVersion118)
})
afterEach(() => ledger.close())

const names = (): string[] =>
  ledger
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
    .map((name) => String(name))
/** Returns every reference between tables, with one of its columns. */
const references = (): { table: string; column: string; parent: string }[] =>
  names().flatMap((table) =>
    (ledger.pragma(`foreign_key_list(${table})`) as { from: string; table: string; seq: number }[])
      .filter(({ seq }) => seq === 0)
      .map(({ from: column, table: parent }) => ({ table, column, parent })),
  )

describe('the ledger’s schema', () => {
  it('accepts a row in every table', () => {
    for (const name of names())
      expect([name, ledger.prepare(`SELECT count(*) FROM ${name}`).pluck().get()]).not.toEqual([name, 0])
    expect(ledger.pragma('foreign_key_check')).toEqual([])
  })

  it('refuses a row without its parent, and deleting a parent', () => {
    expect(references().length).toBeGreaterThan(20)
    for (const { table, column, parent } of references()) {
      const missing = parent === 'shifts' ? 99 : 'nobody'
      const change = ledger.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} IS NOT NULL`)
      expect(() => change.run(missing), `${table}.${column}`).toThrow('FOREIGN KEY')
      expect(() => ledger.exec(`DELETE FROM ${parent}`), parent).toThrow('FOREIGN KEY')
    }
  })

  it('refuses duplicate rows in every table with a key', () => {
    for (const name of names())
      expect(() => ledger.exec(`INSERT INTO ${name} SELECT * FROM ${name}`), name).toThrow(/UNIQUE/)
  })

  it('allows at most one row in tables about the whole ledger', () => {
    const singles = names().filter((name) =>
      (ledger.pragma(`table_info(${name})`) as { name: string; type: string; pk: number }[]).some(
        ({ name: column, type, pk }) => column === 'id' && type === 'INTEGER' && pk === 1,
      ),
    )
    const numbered = ['budget_requests', 'purchase_events', 'registration_attempts']
    expect(singles).toEqual(expect.arrayContaining(numbered))
    for (const name of singles.filter((single) => !numbered.includes(single)))
      expect(() => ledger.exec(`UPDATE ${name} SET id = 2`), name).toThrow('CHECK')
  })

  it.each([
    ['profiles', 'token_refused', 2],
    ['profiles', 'is_current', 2],
    ['budget_requests', 'class', 'idle'],
    ['unlock_throttle', 'failures', -1],
    ['intents', 'kind', 'loan'],
    ['steps', 'kind', 'swap'],
    ['steps', 'state', 'lost'],
    ['steps', 'nonce', -1],
    ['steps', 'l1_fee_units', '5'],
    ['shift_chain_checks', 'payments', -1],
    ['shift_chain_checks', 'on_chain', 21],
    ['signed_transactions', 'purpose', 'again'],
    ['purchases', 'registration', 'lost'],
    ['purchases', 'unclear', 2],
    ['purchases', 'refund', 'hoped'],
    ['purchases', 'ended', 2],
    ['counted_refunds', 'evidence', 'hearsay'],
    ['possible_refunds', 'is_proven', 2],
    ['possible_refunds', 'is_known', 2],
    ['unseen_transactions', 'waits', 2],
    ['favourites', 'kind', 'shop'],
    ['drafts', 'network_key', 'polygon'],
    ['drafts', 'token_key', 'usdc'],
    ['drafts', 'delivery', null],
    ['shifts', 'counted', null],
    ['shifts', 'closed_at', null],
    ['cash_moves', 'direction', 'away'],
    ['shop_prices', 'shows_expected', 2],
    ['sales', 'returned_at', null],
    ['sales', 'returned_shift', null],
    ['sales', 'returned_reason', 'no receipt'],
    ['sales', 'returned_reason', 'other'],
    ['sales', 'returned_note', 'No signal'],
    // A clerk's refund, and one without a reason.
    ['sales', 'returned_delivered', 1],
    ['sales', 'returned_delivered', 2],
    ['shown_totals', 'currency', 'pesos'],
    ['shown_totals', 'units', 0],
    ['shown_totals', 'decimals', -1],
  ])('refuses %s whose %s is %s', (table, column, value) => {
    expect(() => ledger.prepare(`UPDATE ${table} SET ${column} = ?`).run(value)).toThrow('CHECK')
  })

  it.each([
    [
      'a second step under one nonce',
      "INSERT INTO steps SELECT 'later', 0, 'pay', 'signed', '7:0x0', '0x1', 5, NULL, NULL, NULL, NULL, NULL, 0",
    ],
    [
      'a second payment of one purchase',
      "INSERT INTO steps SELECT 'purchase', 2, 'pay', 'signed', '7:0x0', '0x1', 6, NULL, NULL, NULL, NULL, NULL, 0",
    ],
    ['a second purchase with one quote', "INSERT INTO paid_quotes VALUES ('https://service.example', '31', 'later')"],
    ['a second profile in use', 'UPDATE profiles SET is_current = 1'],
    ['a second open shift', "INSERT INTO shifts VALUES (3, 'MXN', '100', 5, NULL, NULL)"],
    [
      'a second sale of one purchase',
      "INSERT INTO sales (number, purchase_id, shift, at, sku, product, price, cost, given) VALUES (2, 'purchase', 2, 5, 'OAK', '{}', '25', '20', '30')",
    ],
    ['a second draft that became one purchase', "UPDATE drafts SET delivery = NULL, purchase_id = 'purchase'"],
    ['one account in two spellings', "INSERT INTO accounts VALUES ('0xaB', 'Other', 'teal', NULL)"],
    [
      'one refund counted twice for one purchase',
      "INSERT INTO counted_refunds VALUES ('purchase', '0xc1', NULL, '6', NULL, NULL)",
    ],
  ])('refuses %s', (_, sql) => {
    expect(() => ledger.exec(sql)).toThrow('UNIQUE')
  })

  it('accepts similar rows: the same nonce of another account, chain or wallet, and one transfer for two purchases', () => {
    ledger.exec(`
      INSERT INTO steps SELECT 'later', 0, 'pay', 'signed', '7:0x0', '0x2', 5, NULL, NULL, NULL, NULL, NULL, 0;
      INSERT INTO steps SELECT 'transfer', 0, 'send', 'signed', '8:0x0', '0x1', 5, NULL, NULL, NULL, NULL, NULL, 0;
      INSERT INTO steps SELECT 'claim', 1, 'pay', 'signed', '7:0x0', '0x1', 5, NULL, NULL, NULL, NULL, NULL, 1;
      INSERT INTO counted_refunds VALUES ('later', '0xc1', NULL, '5', '0x9', 'person'), ('purchase', '0xc1', 1, '5', '0x9', 'payee');
      INSERT INTO signed_transactions VALUES ('0xb2', 'purchase', 1, 'speed-up', '0x02', '12', '0x3', '500', 1)`)
  })
})

it('an older ledger keeps its clerks, whose last sign-in is not known', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
  const file = join(folder, 'ledger.db')
  const older = openDatabase(
    file,
    ledgerMigrations.filter(({ version }) => version < 104),
    'normal',
  )
  older.exec(oneOfEach)
  older.close()
  const migrated = openDatabase(file, ledgerMigrations, 'normal')
  expect(migrated.prepare('SELECT id, name, last_signed_in_at FROM clerks').all()).toEqual([
    { id: 'clerk', name: 'Ana', last_signed_in_at: null },
  ])
  migrated.close()
  rmSync(folder, { recursive: true })
})

it('an older ledger tells the fee of each product’s last purchase in a dollar coin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
  const file = join(folder, 'ledger.db')
  const older = openDatabase(
    file,
    ledgerMigrations.filter(({ version }) => version < 113),
    'normal',
  )
  older.exec(oneOfEach)
  const body = { baseUrl: 'https://service.example', integrator: 'corner-shop' }
  older.prepare("UPDATE profiles SET body = ? WHERE id = 'profile'").run(JSON.stringify(body))
  const purchases = [
    ['old', 'OAK', 'USDC', '5.3', 3],
    ['new', 'OAK', 'USDC.e', '5.2', 4],
    ['elm', 'ELM', 'EURC', '5.4', 5],
    ['typed', 'BOX', 'USDC', '9', 6],
  ] as const
  for (const [id, sku, symbol, totalAmount, at] of purchases) {
    const terms = { product: { sku }, token: { symbol }, quote: { assetAmount: '5', totalAmount } }
    older.prepare("INSERT INTO intents VALUES (?, 'purchase')").run(id)
    older
      .prepare(
        `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
         VALUES (?, ?, 'profile', '7:0x0', '0x1', ?, x'00')`,
      )
      .run(id, at, JSON.stringify(terms))
  }
  older.close()
  const migrated = openDatabase(file, ledgerMigrations, 'normal')
  expect(readQuotedFees(migrated, serviceKey(body), 9)).toEqual([{ sku: 'OAK', amount: '5', total: '5.2' }])
  migrated.close()
  rmSync(folder, { recursive: true })
})

it('a filled ledger of version 114 keeps its rows, and does not know the L1 part of their fees', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
  const file = join(folder, 'ledger.db')
  const older = openDatabase(
    file,
    ledgerMigrations.filter(({ version }) => version < 115),
    'normal',
  )
  older.exec(`${oneOfEach} ${sinceThen} UPDATE steps SET fee_units = '21';`)
  const rowsOf = (db: WritableDb): unknown[] =>
    ['intents', 'purchases', 'transfers', 'shifts', 'people'].map((name) => db.prepare(`SELECT * FROM ${name}`).all())
  const before = rowsOf(older)
  older.close()
  const migrated = openDatabase(file, ledgerMigrations, 'normal')
  expect(rowsOf(migrated)).toEqual(before)
  expect(migrated.prepare('SELECT DISTINCT fee_units, l1_fee_units FROM steps').all()).toEqual([
    { fee_units: '21', l1_fee_units: null },
  ])
  migrated.exec(sinceVersion114)
  expect(migrated.pragma('foreign_key_check')).toEqual([])
  migrated.close()
  rmSync(folder, { recursive: true })
})

it.each([
  [116, oneOfEach + sinceThen + sinceVersion114, sinceVersion116 + sinceVersion118],
  [118, oneOfEach + sinceThen + sinceVersion114 + sinceVersion116, sinceVersion118],
])('a filled ledger of version %i keeps its rows, and can hold those that came later', (version, filled, later) => {
  const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
  const file = join(folder, 'ledger.db')
  const older = openDatabase(
    file,
    ledgerMigrations.filter((migration) => migration.version <= version),
    'normal',
  )
  older.exec(filled)
  const tables = older.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all().map(String)
  const rowsOf = (db: WritableDb): unknown[] => tables.map((name) => db.prepare(`SELECT * FROM ${name}`).all())
  const before = rowsOf(older)
  older.close()
  const migrated = openDatabase(file, ledgerMigrations, 'normal')
  expect(rowsOf(migrated)).toMatchObject(before)
  expect(migrated.prepare('SELECT * FROM shown_totals').all()).toEqual([])
  migrated.exec(later)
  expect(migrated.pragma('foreign_key_check')).toEqual([])
  migrated.close()
  rmSync(folder, { recursive: true })
})

it('a filled ledger of version 118 keeps its transactions in their order, and knows which another wallet signed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
  const file = join(folder, 'ledger.db')
  const older = openDatabase(
    file,
    ledgerMigrations.filter(({ version }) => version <= 118),
    'normal',
  )
  older.exec(oneOfEach + sinceThen + sinceVersion114 + sinceVersion116)
  older.exec(`INSERT INTO external_payments SELECT 'later', asked_at, counted_at, profile_id, chain_instance, from_address, retry_of, draft_id, terms,
      delivery, since_block, since_time, nonce, next_block, 'paid', 6, NULL FROM external_payments;
    INSERT INTO steps SELECT 'later', 0, 'pay', 'signed', '7:0x0', '0x1', 9, NULL, NULL, NULL, NULL, NULL;
    INSERT INTO signed_transactions VALUES ('0x0a', 'later', 0, 'original', '0x02', '12', '0x3', '500', 1)`)
  const bytesOf = (db: WritableDb): unknown[] =>
    db.prepare('SELECT rowid, * FROM signed_transactions ORDER BY rowid').all()
  const before = bytesOf(older)
  older.close()
  const migrated = openDatabase(file, ledgerMigrations, 'normal')
  expect(bytesOf(migrated)).toEqual(before)
  const elsewhere = migrated.prepare('SELECT intent_id FROM steps WHERE signed_elsewhere = 1').pluck().all()
  expect(elsewhere).toEqual(['later'])
  expect(migrated.pragma('foreign_key_check')).toEqual([])
  expect(migrated.pragma('integrity_check', { simple: true })).toBe('ok')
  migrated.close()
  rmSync(folder, { recursive: true })
})
