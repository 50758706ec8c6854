import type { ReadableDb } from '../../main/db/connections.ts'

/** A row for every table of the first release. */
export const firstRows = `
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

/** The rows of later tables, by a version that has them all: the one that created them, or a later one. */
const laterRows: readonly { readonly version: number; readonly sql: string }[] = [
  {
    version: 113,
    sql: `
      INSERT INTO shift_counts VALUES ('count', 2, 'clerk', 5, '140', '150', 2, NULL, 'A torn bill');
      INSERT INTO drawer_openings VALUES ('opening', 2, 'clerk', 5, 'Give change');
      INSERT INTO retail_prices VALUES (2, 'OAK', '25');
      INSERT INTO received_transfers VALUES ('came', '7:0x0', '0x1', 'Harbour', '0x2', 'USDC', 6, '5', '0x3', '0x4', 0, 9, 5);
      INSERT INTO received_searches VALUES ('7:0x0', '0x1', 4, 9);
      INSERT INTO hidden_recents VALUES ('purchase');
      INSERT INTO quoted_fees VALUES ('service', 'OAK', '5', '5.1', 1);`,
  },
  {
    version: 115,
    sql: `
      INSERT INTO notes VALUES ('purchase', x'01');
      INSERT INTO shift_chain_checks VALUES (1, 5, 20, 19);`,
  },
  { version: 116, sql: "INSERT INTO kept_codes VALUES ('code', 'purchase', 5, x'02');" },
  { version: 117, sql: "INSERT INTO reminders VALUES ('purchase', x'03');" },
  {
    version: 118,
    sql: `
      INSERT INTO external_payments (id, asked_at, counted_at, profile_id, chain_instance, from_address, retry_of, draft_id, terms, delivery,
          since_block, since_time, nonce, next_block, ended, ended_at, looked_out_at)
        VALUES ('asked', 5, 5, 'profile', '7:0x0', '0x1', 'purchase', 'draft', '{}', x'04', 4, 5, 3, 5, NULL, NULL, NULL);
      INSERT INTO external_arrivals (payment_id, hash, ordinal, reason, token, from_address, units, block_number, arrived_at, found_at, answered_at)
        VALUES ('asked', '0x9', 0, 'late', '0x2', '0x1', '5', 6, 6, 7, NULL);`,
  },
  { version: 119, sql: "INSERT INTO shown_totals VALUES ('purchase', 'MXN', 10520, 2);" },
  { version: 122, sql: "INSERT INTO denied_returns VALUES ('0x9', 0, '0xd1', 0);" },
  {
    version: 124,
    sql: `
      INSERT INTO external_payments (id, replaces, asked_at, counted_at, profile_id, chain_instance, from_address, terms, delivery, since_block,
          since_time, nonce, next_block)
        VALUES ('replacing', 'asked', 8, 8, 'profile', '7:0x0', '0x1', '{}', x'05', 7, 8, 3, 8);`,
  },
]
const join = (parts: typeof laterRows): string => parts.map(({ sql }) => sql).join('\n')

/** Returns a row for every table of a ledger of a version from 113 on; for the newest if none is named. */
export function ledgerRows(version = Infinity): string {
  const people = version < 114 ? 'recipients' : 'people'
  const created = laterRows.filter((rows) => rows.version <= version)
  return `${firstRows} INSERT INTO ${people} VALUES ('person', x'05'); ${join(created)}`
}

/** Returns a row for every table that a ledger of a version from 113 on does not have. */
export function missingRows(version: number): string {
  return join(laterRows.filter((rows) => rows.version > version))
}

/** Lists the tables of a ledger. */
export function tablesOf(db: ReadableDb): string[] {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
  return db.prepare(sql).pluck().all().map(String)
}

/** Reads all rows of every table of a ledger. */
export function readTables(db: ReadableDb): Record<string, unknown[]> {
  return Object.fromEntries(tablesOf(db).map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]))
}
