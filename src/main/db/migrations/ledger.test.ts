import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readQuotedFees } from '../../purchases/quote/quoted-fee-repository.ts'
import { serviceKey } from '../../settings/save-profile.ts'
import { firstRows, ledgerRows, missingRows, readTables, tablesOf } from '../../../testing/db/ledger-rows.ts'
import type { WritableDb } from '../connections.ts'
import { openDatabase } from '../open-database.ts'
import { ledgerMigrations } from './ledger.ts'

let ledger: WritableDb
beforeEach(() => {
  ledger = openDatabase(':memory:', ledgerMigrations, 'normal')
  ledger.exec(ledgerRows())
})
afterEach(() => ledger.close())

const names = (): string[] => tablesOf(ledger)
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
  older.exec(firstRows)
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
  older.exec(firstRows)
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

/** Returns the rows of a ledger, of which a later version has all columns. */
function rowsAs(tables: ReturnType<typeof readTables>, db: WritableDb): ReturnType<typeof readTables> {
  const rows = Object.entries(tables).map(([name, [one]]) => {
    const table = name === 'recipients' ? 'people' : name
    return [name, db.prepare(`SELECT ${Object.keys(one as object).join(', ')} FROM ${table}`).all()]
  })
  return Object.fromEntries(rows) as ReturnType<typeof readTables>
}

it.each([113, 114, 116, 118, 119, 120, 121, 122, 123])(
  'a filled ledger of version %i keeps every row of every table, and can hold those that came later',
  (version) => {
    const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
    const file = join(folder, 'ledger.db')
    const older = openDatabase(
      file,
      ledgerMigrations.filter((migration) => migration.version <= version),
      'normal',
    )
    older.exec(`${ledgerRows(version)} UPDATE steps SET fee_units = '21';`)
    const before = readTables(older)
    older.close()
    for (const [name, rows] of Object.entries(before)) expect([name, rows]).not.toEqual([name, []])
    const migrated = openDatabase(file, ledgerMigrations, 'normal')
    expect(rowsAs(before, migrated)).toEqual(before)
    const known = Object.keys(before).map((name) => (name === 'recipients' ? 'people' : name))
    const created = tablesOf(migrated).filter((name) => !known.includes(name))
    expect(created.filter((name) => readTables(migrated)[name]?.length)).toEqual([])
    // Nobody knows the L1 part of an earlier fee.
    expect(migrated.prepare('SELECT DISTINCT l1_fee_units FROM steps').pluck().all()).toEqual([null])
    migrated.exec(missingRows(version))
    expect(migrated.pragma('foreign_key_check')).toEqual([])
    expect(Object.values(readTables(migrated))).not.toContainEqual([])
    migrated.close()
    rmSync(folder, { recursive: true })
  },
)

it('a filled ledger of version 118 keeps its transactions in their order, and knows which another wallet signed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
  const file = join(folder, 'ledger.db')
  const older = openDatabase(
    file,
    ledgerMigrations.filter(({ version }) => version <= 118),
    'normal',
  )
  older.exec(ledgerRows(118))
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

it('a filled ledger of version 120 names the coins that arrived, and forgets the asked fee of another amount that was paid', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
  const file = join(folder, 'ledger.db')
  const older = openDatabase(
    file,
    ledgerMigrations.filter(({ version }) => version <= 120),
    'normal',
  )
  older.exec(ledgerRows(120))
  const termsOf = (units: string, assetAmount: string, totalAmount: string): string =>
    JSON.stringify({ quote: { assetAmount, feeAmount: '0.1', totalAmount }, payment: { units } })
  const asked = termsOf('5100000', '5', '5.1')
  const store = (id: string, terms: string): void => {
    older
      .prepare(
        `INSERT INTO purchases (id, created_at, profile_id, chain_instance, from_address, terms, delivery)
         VALUES (?, 1, 'profile', '7:0x0', '0x1', ?, x'00')`,
      )
      .run(id, terms)
  }
  const ask = (id: string): void =>
    void older
      .prepare(
        `INSERT INTO external_payments (id, asked_at, counted_at, profile_id, chain_instance, from_address, terms, delivery, since_block,
           since_time, nonce, next_block, ended, ended_at)
         VALUES (?, 1, 1, 'profile', '7:0x0', '0x1', ?, x'00', 1, 1, 0, 2, 'paid', 2)`,
      )
      .run(id, asked)
  for (const [id, terms] of [
    ['other', termsOf('9000000', '8.9', '9')],
    ['exact', asked],
    ['damaged', '{'],
  ] as const) {
    store(id, terms)
    ask(id)
  }
  store('own', termsOf('9000000', '8.9', '9'))
  const coins = { token: { address: '0xAb', symbol: 'USDC', decimals: 6 }, network: { nativeSymbol: 'ETH' } }
  older
    .prepare("UPDATE external_payments SET terms = json_patch(terms, ?) WHERE id = 'exact'")
    .run(JSON.stringify(coins))
  const arrive = older.prepare(
    "INSERT INTO external_arrivals VALUES ('exact', ?, 0, 'late', ?, '0x1', '5', 6, 6, 7, NULL)",
  )
  for (const [hash, token] of [
    ['0xb1', '0xaB'],
    ['0xb2', null],
    ['0xb3', '0xcd'],
  ])
    arrive.run(hash, token)
  // What is left of damaged terms may be valid JSON, and must not keep Till from starting.
  older.exec(`UPDATE external_payments SET terms = '{"token":{"address":"0xef","decimals":{}}}' WHERE id = 'damaged';
    INSERT INTO external_arrivals VALUES ('damaged', '0xb4', 0, 'late', '0xef', '0x1', '5', 6, 6, 7, NULL)`)
  older.close()
  const migrated = openDatabase(file, ledgerMigrations, 'normal')
  const termsIn = (id: string): unknown => migrated.prepare('SELECT terms FROM purchases WHERE id = ?').pluck().get(id)
  expect(JSON.parse(String(termsIn('other')))).toEqual({
    quote: { assetAmount: '9', feeAmount: '0', totalAmount: '9' },
    payment: { units: '9000000' },
  })
  const arrived = "SELECT symbol, decimals, returned_at FROM external_arrivals WHERE payment_id = 'exact' ORDER BY hash"
  expect(migrated.prepare(arrived).raw().all()).toEqual([
    ['USDC', 6, null],
    ['ETH', 18, null],
    ['0xcd', 0, null],
  ])
  const damaged = "SELECT symbol, decimals FROM external_arrivals WHERE payment_id = 'damaged'"
  expect(migrated.prepare(damaged).raw().all()).toEqual([['0xef', 0]])
  expect(['exact', 'damaged', 'own'].map(termsIn)).toEqual([asked, '{', termsOf('9000000', '8.9', '9')])
  migrated.close()
  rmSync(folder, { recursive: true })
})
