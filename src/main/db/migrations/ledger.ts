import type { Migration } from '../migration.ts'
import { ledgerSchema } from './ledger-schema.ts'
import { arrivalNonces, checkedArrivals, externalFacts, replacedPayments } from './external-payments.ts'
import { noncesOfOthers } from './nonces-of-others.ts'

const countedSales: Migration = {
  version: 101,
  name: 'counted sales',
  sql: `
    -- Limits for 24 hours count a sale from counted_at, which is as in purchases.
    ALTER TABLE sales ADD COLUMN counted_at INTEGER;
    CREATE INDEX sales_counted_at ON sales (counted_at) WHERE counted_at IS NOT NULL;
  `,
}

const purchasesOfBrand: Migration = {
  version: 102,
  name: 'purchases of a brand',
  sql: `
    -- Finds the last purchases of a brand with a service.
    CREATE INDEX purchases_brand ON purchases (
        profile_id, json_extract(CASE WHEN json_valid(terms) THEN terms END, '$.product.brandSlug'), created_at DESC);
  `,
}

const drawer: Migration = {
  version: 103,
  name: 'the drawer',
  sql: `
    -- Every count of a drawer, with what Till expected then. entries is how many sales, refunds and moves the shift had: with more, the
    -- count is out of date. pieces is the JSON of the bills and coins, null for one total.
    CREATE TABLE shift_counts (
      id TEXT PRIMARY KEY,
      shift INTEGER NOT NULL REFERENCES shifts (number),
      clerk_id TEXT REFERENCES clerks (id),
      at INTEGER NOT NULL,
      amount TEXT NOT NULL,
      expected TEXT NOT NULL,
      entries INTEGER NOT NULL,
      pieces TEXT
    ) STRICT;
    CREATE INDEX shift_counts_shift ON shift_counts (shift);

    -- Openings of the drawer without a sale.
    CREATE TABLE drawer_openings (
      id TEXT PRIMARY KEY,
      shift INTEGER NOT NULL REFERENCES shifts (number),
      clerk_id TEXT REFERENCES clerks (id),
      at INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX drawer_openings_shift ON drawer_openings (shift);

    ALTER TABLE shop_prices ADD COLUMN shows_expected INTEGER NOT NULL DEFAULT 0 CHECK (shows_expected IN (0, 1));
  `,
}

const signedInClerks: Migration = {
  version: 104,
  name: 'signed-in clerks',
  sql: `
    -- When the clerk last signed in; null for never, as far as this ledger knows.
    ALTER TABLE clerks ADD COLUMN last_signed_in_at INTEGER;
  `,
}

const retailPrices: Migration = {
  version: 105,
  name: 'retail prices of a shift',
  sql: `
    -- The customer's price of a product from its first look in a shift: it stays until the shift closes or the manager sets new prices.
    CREATE TABLE retail_prices (
      shift INTEGER NOT NULL REFERENCES shifts (number),
      sku TEXT NOT NULL,
      price TEXT NOT NULL,
      PRIMARY KEY (shift, sku)
    ) STRICT, WITHOUT ROWID;
    -- Finds the last sale of a product, whose quote says what fee the service adds.
    CREATE INDEX sales_sku ON sales (sku, number);
  `,
}

const refundReasons: Migration = {
  version: 106,
  name: 'reasons of refunds',
  sql: `
    -- Why the cash was given back; null before Till asked. Only 'other' has a note.
    ALTER TABLE sales ADD COLUMN returned_reason TEXT
      CHECK (returned_reason IN ('not-delivered', 'wrong-number', 'wrong-product', 'changed-mind', 'other'))
      CHECK (returned_reason IS NULL OR returned_at IS NOT NULL);
    ALTER TABLE sales ADD COLUMN returned_note TEXT CHECK ((returned_note IS NOT NULL) = (returned_reason IS 'other'));
  `,
}

const accountActivity: Migration = {
  version: 107,
  name: 'activity of an account',
  sql: `
    -- The wallet lists what an account spent and sent, newest first, whatever the case of the address, and adds the fees of a month.
    CREATE INDEX purchases_account ON purchases (from_address COLLATE NOCASE, created_at DESC, id DESC);
    CREATE INDEX transfers_account ON transfers (from_address COLLATE NOCASE, created_at DESC, id DESC);
    CREATE INDEX signed_transactions_newest ON signed_transactions (signed_at);
  `,
}

const receivedTransfers: Migration = {
  // A development version gave 108 to the migration before.
  version: 109,
  name: 'received transfers',
  sql: `
    -- Token transfers from elsewhere to an account, as most nodes list them, with the names of network and token at that time. ordinal
    -- tells transfers of one token in one transaction apart; happened_at is the block's time, or when Till found it.
    CREATE TABLE received_transfers (
      id TEXT PRIMARY KEY,
      chain_instance TEXT NOT NULL,
      to_address TEXT NOT NULL,
      network_name TEXT NOT NULL,
      token TEXT NOT NULL,
      symbol TEXT NOT NULL,
      decimals INTEGER NOT NULL,
      units TEXT NOT NULL,
      sender TEXT NOT NULL,
      hash TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      block INTEGER NOT NULL,
      happened_at INTEGER NOT NULL,
      UNIQUE (chain_instance, to_address, hash, token, ordinal)
    ) STRICT;
    CREATE INDEX received_transfers_account ON received_transfers (to_address COLLATE NOCASE, happened_at DESC, id DESC);
    CREATE INDEX received_transfers_blocks ON received_transfers (chain_instance, to_address, block);

    -- The blocks of an account that are searched for received transfers: from first_block, where Till began, and all before next_block
    -- are final.
    CREATE TABLE received_searches (
      chain_instance TEXT NOT NULL,
      address TEXT NOT NULL,
      first_block INTEGER NOT NULL,
      next_block INTEGER NOT NULL,
      PRIMARY KEY (chain_instance, address)
    ) STRICT, WITHOUT ROWID;
  `,
}

const countNotes: Migration = {
  version: 110,
  name: 'notes of counts',
  sql: `
    -- What the user who counted says about a difference; null without a note.
    ALTER TABLE shift_counts ADD COLUMN note TEXT;
  `,
}

const hiddenRecents: Migration = {
  version: 111,
  name: 'hidden recents',
  sql: `
    -- Purchases that are not offered to buy again. Only the newest of its product and recipient is offered, so a later one shows again.
    CREATE TABLE hidden_recents (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id)
    ) STRICT, WITHOUT ROWID;
  `,
}

const givenBack: Migration = {
  version: 112,
  name: 'delivered sales given back',
  sql: `
    -- 1 if the manager gave the cash of a delivered sale back: its cost is lost.
    ALTER TABLE sales ADD COLUMN returned_delivered INTEGER NOT NULL DEFAULT 0
      CHECK (returned_delivered IN (0, 1))
      CHECK (returned_delivered = 0 OR (returned_at IS NOT NULL AND returned_by IS NULL AND returned_reason IS NOT NULL));
  `,
}

const quotedFees: Migration = {
  version: 113,
  name: 'quoted fees',
  sql: `
    -- What a service (its address and integrator) asked last for a product in dollar coins, without and with its fee.
    CREATE TABLE quoted_fees (
      service TEXT NOT NULL,
      sku TEXT NOT NULL,
      amount TEXT NOT NULL,
      total TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (service, sku)
    ) STRICT, WITHOUT ROWID;
    -- Purchases so far tell it too, unless a person typed a total far above the price. A URL without a path ends with a slash.
    INSERT OR REPLACE INTO quoted_fees (service, sku, amount, total, at)
      SELECT url || CASE WHEN instr(substr(url, 9), '/') = 0 THEN '/' ELSE '' END || ' ' || integrator, sku, amount, total, created_at
      FROM (
        SELECT json_extract(f.body, '$.baseUrl') AS url, json_extract(f.body, '$.integrator') AS integrator,
          json_extract(p.terms, '$.product.sku') AS sku, json_extract(p.terms, '$.quote.assetAmount') AS amount,
          json_extract(p.terms, '$.quote.totalAmount') AS total, json_extract(p.terms, '$.token.symbol') AS symbol, p.created_at
        FROM purchases p JOIN profiles f ON f.id = p.profile_id
        WHERE json_valid(p.terms) AND json_valid(f.body)
      )
      WHERE upper(symbol) IN ('USDC', 'USDC.E', 'USDBC', 'USDT', 'USDT0', 'BSC-USD', 'DAI', 'WXDAI', 'CUSD', 'PYUSD')
        AND url IS NOT NULL AND integrator IS NOT NULL AND sku IS NOT NULL AND amount IS NOT NULL AND total IS NOT NULL
        AND CAST(total AS REAL) <= 1.25 * CAST(amount AS REAL)
      ORDER BY created_at;
  `,
}

const people: Migration = {
  version: 114,
  name: 'people',
  sql: `
    -- A person is sealed whole, so that nobody can put another number or address under a trusted name. A named recipient is one.
    ALTER TABLE recipients RENAME TO people;
  `,
}

const ownHistory: Migration = {
  version: 115,
  name: 'own history',
  sql: `
    -- The user's words about a purchase or a transfer: a note and tags, sealed together.
    CREATE TABLE notes (
      intent_id TEXT PRIMARY KEY REFERENCES intents (id),
      box BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- The part of fee_units that a rollup charged in addition to gas; null if unknown, as for every step so far.
    ALTER TABLE steps ADD COLUMN l1_fee_units TEXT CHECK (l1_fee_units IS NULL OR fee_units IS NOT NULL);

    -- How many payments of a closed shift's sales the nodes of their networks showed at checked_at, of how many.
    CREATE TABLE shift_chain_checks (
      shift INTEGER PRIMARY KEY REFERENCES shifts (number),
      checked_at INTEGER NOT NULL,
      payments INTEGER NOT NULL CHECK (payments >= 0),
      on_chain INTEGER NOT NULL CHECK (on_chain BETWEEN 0 AND payments)
    ) STRICT;
  `,
}

const keptCodes: Migration = {
  version: 116,
  name: 'kept codes',
  sql: `
    -- A code is sealed whole, with what is noted about it.
    CREATE TABLE kept_codes (
      id TEXT PRIMARY KEY,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      kept_at INTEGER NOT NULL,
      box BLOB NOT NULL
    ) STRICT;
    CREATE INDEX kept_codes_purchase ON kept_codes (purchase_id);
  `,
}

const reminders: Migration = {
  version: 117,
  name: 'reminders',
  sql: `
    -- When to buy again what was bought, and how far it is: sealed whole.
    CREATE TABLE reminders (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
      box BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
}

const externalPayments: Migration = {
  version: 118,
  name: 'external payments',
  sql: `
    -- A payment that another wallet is asked to make. Once found, it becomes a purchase of the same id. since_block and since_time (epoch
    -- ms) are of the chain's newest block when it was asked, nonce is the account's next one then. Blocks below next_block were searched.
    CREATE TABLE external_payments (
      id TEXT PRIMARY KEY,
      asked_at INTEGER NOT NULL,
      counted_at INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      retry_of TEXT REFERENCES purchases (id),
      draft_id TEXT,
      terms TEXT NOT NULL,
      delivery BLOB NOT NULL,
      since_block INTEGER NOT NULL,
      since_time INTEGER NOT NULL,
      nonce INTEGER NOT NULL,
      next_block INTEGER NOT NULL,
      ended TEXT CHECK (ended IN ('paid', 'stopped')),
      ended_at INTEGER,
      -- When a look that began after its end, or after the time to look, had read every block; NULL while it is looked for.
      looked_out_at INTEGER,
      CHECK ((ended IS NULL) = (ended_at IS NULL))
    ) STRICT;
    CREATE INDEX external_payments_open ON external_payments (asked_at) WHERE ended IS NULL;

    -- What arrived at the paid address and is not simply the payment that was asked for: a question until answered_at.
    CREATE TABLE external_arrivals (
      payment_id TEXT NOT NULL REFERENCES external_payments (id),
      hash TEXT NOT NULL,
      ordinal INTEGER NOT NULL,
      reason TEXT NOT NULL,
      token TEXT,
      from_address TEXT NOT NULL,
      units TEXT NOT NULL,
      block_number INTEGER NOT NULL,
      arrived_at INTEGER NOT NULL,
      found_at INTEGER NOT NULL,
      answered_at INTEGER,
      PRIMARY KEY (payment_id, hash, ordinal)
    ) STRICT, WITHOUT ROWID;
  `,
}

const shownTotals: Migration = {
  version: 119,
  name: 'shown totals',
  sql: `
    -- About what a purchase cost in the person's money, as main computed it from the catalog's prices and showed it when the purchase was
    -- confirmed: units of the currency's smallest coin, of so many decimals then. Nothing is kept of earlier purchases, and nothing is
    -- guessed later. The id is a purchase's, or that of an external payment that may become one.
    CREATE TABLE shown_totals (
      purchase_id TEXT PRIMARY KEY,
      currency TEXT NOT NULL CHECK (length(currency) = 3),
      units INTEGER NOT NULL CHECK (units > 0),
      decimals INTEGER NOT NULL CHECK (decimals BETWEEN 0 AND 20)
    ) STRICT, WITHOUT ROWID;
  `,
}

/** The ledger's migrations in order; a released one is never edited. */
export const ledgerMigrations: readonly Migration[] = [
  ledgerSchema,
  countedSales,
  purchasesOfBrand,
  drawer,
  signedInClerks,
  retailPrices,
  refundReasons,
  accountActivity,
  receivedTransfers,
  countNotes,
  hiddenRecents,
  givenBack,
  quotedFees,
  people,
  ownHistory,
  keptCodes,
  reminders,
  externalPayments,
  shownTotals,
  noncesOfOthers,
  externalFacts,
  checkedArrivals,
  arrivalNonces,
  replacedPayments,
]
