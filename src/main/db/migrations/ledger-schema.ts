import type { Migration } from '../migration.ts'

/** The tables of the first release. Development versions before it numbered their files from 1 to 39. */
export const ledgerSchema: Migration = {
  version: 100,
  name: 'schema',
  sql: `
    -- Times are epoch milliseconds unless a comment says otherwise. Units of a token or of the native coin are decimal text, since
    -- they may exceed 64 bits. Columns named network, coin, terms, body, product, seen or covers hold JSON; a BLOB is sealed with the
    -- records key. A chain instance is a chain id and the hash of its genesis block. A service is its address and integrator, so that
    -- a new profile of the same service finds the stored data.

    -- The ledger itself

    -- When the ledger was restored from a copy. The copy itself is marked, so that copies of copies keep the mark.
    CREATE TABLE ledger_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      restored_at INTEGER
    ) STRICT;
    INSERT INTO ledger_state (id, restored_at) VALUES (1, NULL);

    CREATE TABLE settings (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      body TEXT NOT NULL
    ) STRICT;

    -- The remaining wait after wrong passwords, not the time of the last one: a machine's clock can be changed.
    CREATE TABLE unlock_throttle (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      failures INTEGER NOT NULL CHECK (failures >= 0),
      wait_ms INTEGER NOT NULL
    ) STRICT;

    -- Services

    -- The token is not part of the body: it is sealed in its own column.
    CREATE TABLE profiles (
      id TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      sealed_token BLOB,
      token_refused INTEGER NOT NULL DEFAULT 0 CHECK (token_refused IN (0, 1)),
      is_current INTEGER NOT NULL CHECK (is_current IN (0, 1))
    ) STRICT;
    CREATE UNIQUE INDEX profiles_current ON profiles (is_current) WHERE is_current = 1;

    CREATE TABLE terms_consents (
      profile_id TEXT NOT NULL,
      address TEXT NOT NULL,
      accepted_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, address)
    ) STRICT;

    -- The addresses that a profile paid on a chain; a different one needs confirmation.
    CREATE TABLE remembered_addresses (
      profile_id TEXT NOT NULL REFERENCES profiles (id),
      chain_instance TEXT NOT NULL,
      address TEXT NOT NULL,
      first_seen INTEGER NOT NULL,
      PRIMARY KEY (profile_id, chain_instance, address)
    ) STRICT;

    -- The sliding window of requests to a service.
    CREATE TABLE budget_requests (
      id INTEGER PRIMARY KEY,
      scope TEXT NOT NULL,
      at INTEGER NOT NULL,
      class TEXT NOT NULL CHECK (class IN ('registration', 'quote', 'tracking', 'browsing'))
    ) STRICT;
    CREATE INDEX budget_requests_at ON budget_requests (scope, at);
    CREATE INDEX budget_requests_scope ON budget_requests (scope);

    -- The limits and waits of the service's 429 answers.
    CREATE TABLE budget_corrections (
      scope TEXT PRIMARY KEY,
      at INTEGER NOT NULL,
      lowered_limit INTEGER NOT NULL,
      wait_ms INTEGER NOT NULL,
      strikes INTEGER NOT NULL
    ) STRICT;

    -- Accounts

    -- The names of accounts, and the watch-only accounts.
    CREATE TABLE accounts (
      address TEXT PRIMARY KEY COLLATE NOCASE,
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      watched_at INTEGER
    ) STRICT;

    CREATE TABLE account_in_use (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      address TEXT NOT NULL COLLATE NOCASE
    ) STRICT;

    -- Spending limits as decimal texts; null for no limit.
    CREATE TABLE limits (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      per_purchase TEXT,
      per_day TEXT,
      per_recipient TEXT
    ) STRICT;

    -- Name and address are sealed together, so that neither can be combined with another.
    CREATE TABLE recipients (
      id TEXT PRIMARY KEY,
      box BLOB NOT NULL
    ) STRICT;

    -- Signed transactions

    -- An intent is anything with steps on chain.
    CREATE TABLE intents (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('purchase', 'revocation', 'transfer', 'claim'))
    ) STRICT;

    -- The nonce is the idempotency key: each step has one forever, and no two steps of an account on a chain share one.
    CREATE TABLE steps (
      intent_id TEXT NOT NULL REFERENCES intents (id),
      position INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('zero-allowance', 'approve', 'pay', 'revoke', 'send', 'claim')),
      state TEXT NOT NULL
        CHECK (state IN ('signed', 'mined', 'confirmed', 'final', 'reverted', 'cancelled', 'superseded')),
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      nonce INTEGER NOT NULL CHECK (nonce >= 0),
      mined_hash TEXT,
      block_number INTEGER,
      block_hash TEXT,
      fee_units TEXT,
      PRIMARY KEY (intent_id, position),
      UNIQUE (intent_id, kind),
      UNIQUE (chain_instance, from_address, nonce)
    ) STRICT;
    CREATE INDEX steps_mined ON steps (mined_hash) WHERE mined_hash IS NOT NULL;
    CREATE INDEX steps_open ON steps (chain_instance, from_address) WHERE state = 'signed';

    -- A step may be signed several times under its nonce. spends_units counts units of the token; null for the native coin.
    CREATE TABLE signed_transactions (
      hash TEXT PRIMARY KEY,
      intent_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      purpose TEXT NOT NULL CHECK (purpose IN ('original', 'speed-up', 'cancel')),
      raw TEXT NOT NULL,
      fee_at_most TEXT NOT NULL,
      token TEXT,
      spends_units TEXT NOT NULL,
      signed_at INTEGER NOT NULL,
      FOREIGN KEY (intent_id, position) REFERENCES steps (intent_id, position)
    ) STRICT;
    CREATE INDEX signed_transactions_step ON signed_transactions (intent_id, position);

    -- Purchases

    -- Limits count a purchase from counted_at: its latest possible time by the machine's clock and the network's. Null if only the
    -- machine's clock was read, as in created_at.
    CREATE TABLE purchases (
      id TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL,
      counted_at INTEGER,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      retry_of TEXT REFERENCES purchases (id),
      terms TEXT NOT NULL,
      delivery BLOB NOT NULL,
      registration TEXT NOT NULL DEFAULT 'none' CHECK (registration IN ('none', 'prepared', 'registered', 'rejected')),
      unclear INTEGER NOT NULL DEFAULT 0 CHECK (unclear IN (0, 1)),
      spend TEXT,
      service_status TEXT,
      refund TEXT NOT NULL DEFAULT 'none' CHECK (refund IN ('none', 'seen', 'waived')),
      attention TEXT,
      ended INTEGER NOT NULL DEFAULT 0 CHECK (ended IN (0, 1))
    ) STRICT;
    CREATE INDEX purchases_newest ON purchases (created_at DESC, id);
    CREATE INDEX purchases_open ON purchases (ended) WHERE ended = 0;
    CREATE INDEX purchases_retry ON purchases (retry_of) WHERE retry_of IS NOT NULL;
    -- Finds the purchases that compete for a refund: those that wait for one, and those that paid the same amount.
    CREATE INDEX purchases_owing ON purchases (profile_id, chain_instance, created_at DESC, id)
      WHERE ended = 0 AND refund = 'none' AND upper(service_status) IN ('FAILED', 'REFUNDED');
    CREATE INDEX purchases_open_amounts ON purchases (
        json_extract(CASE WHEN json_valid(terms) THEN terms END, '$.payment.units'))
      WHERE ended = 0 AND refund = 'none';
    CREATE INDEX purchases_attention ON purchases (attention) WHERE attention IS NOT NULL;
    -- Finds the purchases of a page of the service's list by their transaction ids, including settled ones: a service may change its
    -- answer.
    CREATE INDEX purchases_open_spends ON purchases (json_extract(spend, '$.transactionId'))
      WHERE ended = 0 AND registration = 'registered';
    CREATE INDEX purchases_ended_spends ON purchases (json_extract(spend, '$.transactionId'))
      WHERE ended = 1 AND registration = 'registered';

    CREATE TABLE purchase_events (
      id INTEGER PRIMARY KEY,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      at INTEGER NOT NULL,
      event TEXT NOT NULL
    ) STRICT;
    CREATE INDEX purchase_events_purchase ON purchase_events (purchase_id);

    -- Each quote of a service is paid by at most one purchase. Here a service is only its address without a trailing slash. An id is
    -- text, since services choose their quotes' ids.
    CREATE TABLE paid_quotes (
      service TEXT NOT NULL,
      quote_id TEXT NOT NULL,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      PRIMARY KEY (service, quote_id)
    ) STRICT;

    -- The body is stored before the first attempt, and every attempt sends exactly these bytes.
    CREATE TABLE registrations (
      idempotency_key TEXT PRIMARY KEY,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      payment_hash TEXT NOT NULL,
      body BLOB NOT NULL,
      prepared_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX registrations_purchase ON registrations (purchase_id);

    -- The first attempt and the last one. The answer is sealed: status and text as JSON.
    CREATE TABLE registration_attempts (
      id INTEGER PRIMARY KEY,
      idempotency_key TEXT NOT NULL REFERENCES registrations (idempotency_key),
      at INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      detail TEXT,
      answer BLOB
    ) STRICT;
    CREATE INDEX registration_attempts_key ON registration_attempts (idempotency_key);

    -- Refunds

    -- The transfers that count as a purchase's refund. A refund can consist of several transfers, one transfer can refund several
    -- purchases, and one transaction can hold several equal transfers, distinguished by ordinal. Null means the whole transaction. The
    -- code that counts a transfer checks whether it is already counted, since no index can distinguish a shared transfer from one
    -- counted twice.
    CREATE TABLE counted_refunds (
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      hash TEXT NOT NULL,
      ordinal INTEGER,
      units TEXT NOT NULL,
      sender TEXT,
      evidence TEXT CHECK (evidence IN ('payee', 'known-sender', 'person', 'claim'))
    ) STRICT;
    CREATE UNIQUE INDEX counted_refunds_parts ON counted_refunds (purchase_id, hash, coalesce(ordinal, -1));
    CREATE INDEX counted_refunds_transfers ON counted_refunds (hash);
    CREATE INDEX counted_refunds_senders ON counted_refunds (sender) WHERE evidence = 'person';

    -- The transfers about which the user is asked whether they are the refund: is_proven by the network's nodes, is_known from a
    -- sender of refunds. One that covers several purchases is the refund of all of them together. happened_at is the block's time,
    -- null if no node gave it; declined_at is when the user said no.
    CREATE TABLE possible_refunds (
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      hash TEXT NOT NULL,
      ordinal INTEGER,
      units TEXT NOT NULL,
      covers TEXT NOT NULL,
      sender TEXT NOT NULL,
      is_proven INTEGER NOT NULL CHECK (is_proven IN (0, 1)),
      is_known INTEGER NOT NULL CHECK (is_known IN (0, 1)),
      happened_at INTEGER,
      found_at INTEGER NOT NULL,
      declined_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX possible_refunds_transfer ON possible_refunds (purchase_id, hash, coalesce(ordinal, -1));
    CREATE INDEX possible_refunds_open ON possible_refunds (hash, sender) WHERE declined_at IS NULL;

    -- The progress of the search for refunds in final blocks. again_block is the next block to read a second time; after later_ms all
    -- are.
    CREATE TABLE refund_searches (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
      next_block INTEGER NOT NULL,
      again_block INTEGER,
      later_ms INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- Other intents

    -- Network and coin are stored as they were when the intent was signed.
    CREATE TABLE revocations (
      id TEXT PRIMARY KEY REFERENCES intents (id),
      created_at INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      network TEXT NOT NULL,
      token TEXT NOT NULL,
      spender TEXT NOT NULL
    ) STRICT;
    CREATE INDEX revocations_account ON revocations (chain_instance, from_address);

    -- The token is null for the native coin. The name seals the recipient's name at that time; counted_at is as in purchases.
    CREATE TABLE transfers (
      id TEXT PRIMARY KEY REFERENCES intents (id),
      created_at INTEGER NOT NULL,
      counted_at INTEGER,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      network TEXT NOT NULL,
      coin TEXT NOT NULL,
      token TEXT,
      units TEXT NOT NULL,
      recipient TEXT NOT NULL,
      name BLOB
    ) STRICT;
    CREATE INDEX transfers_newest ON transfers (created_at DESC, id);

    -- A claim withdraws units of a token from an escrow's vault through its router: of one record, or everything due for the service
    -- if the record is null. Once it is counted, at counted_at, ordinal is that of its transfer as in counted_refunds, and uncovered is
    -- the part that belongs to no purchase's refund.
    CREATE TABLE claims (
      id TEXT PRIMARY KEY REFERENCES intents (id),
      created_at INTEGER NOT NULL,
      counted_at INTEGER,
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      from_address TEXT NOT NULL,
      network TEXT NOT NULL,
      coin TEXT NOT NULL,
      token TEXT NOT NULL,
      router TEXT NOT NULL,
      vault TEXT NOT NULL,
      service_id TEXT NOT NULL,
      record_id TEXT,
      units TEXT NOT NULL,
      uncovered TEXT,
      ordinal INTEGER
    ) STRICT;

    -- The purchases whose refunds a claim withdraws, with each one's part.
    CREATE TABLE claim_purchases (
      claim_id TEXT NOT NULL REFERENCES claims (id),
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      units TEXT NOT NULL,
      PRIMARY KEY (claim_id, purchase_id)
    ) STRICT;
    CREATE INDEX claim_purchases_purchase ON claim_purchases (purchase_id);

    -- Payments made elsewhere

    -- Nonces of an account below this one are reconciled. The next search for payments made elsewhere starts at the block.
    CREATE TABLE reconciled_accounts (
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      address TEXT NOT NULL,
      below INTEGER NOT NULL,
      block INTEGER,
      at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, chain_instance, address)
    ) STRICT;

    -- Payments made elsewhere, as known from chain and service; happened_at is ISO text.
    CREATE TABLE foreign_payments (
      hash TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      chain_instance TEXT,
      address TEXT NOT NULL,
      token TEXT NOT NULL,
      amount TEXT NOT NULL,
      recipient TEXT,
      network TEXT,
      explorer TEXT,
      product TEXT,
      status TEXT,
      transaction_id TEXT,
      happened_at TEXT,
      found_at INTEGER NOT NULL,
      acknowledged_at INTEGER
    ) STRICT;

    -- Nonces of an account whose transactions no node shows: the user is asked, and the answer survives a restart.
    CREATE TABLE unseen_transactions (
      profile_id TEXT NOT NULL,
      chain_instance TEXT NOT NULL,
      address TEXT NOT NULL,
      below INTEGER NOT NULL,
      count INTEGER NOT NULL,
      waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
      network TEXT NOT NULL,
      explorer TEXT NOT NULL,
      found_at INTEGER NOT NULL,
      acknowledged_at INTEGER,
      PRIMARY KEY (profile_id, chain_instance, address)
    ) STRICT;

    -- Saved for later

    CREATE TABLE favourites (
      service TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('brand', 'product')),
      key TEXT NOT NULL,
      starred_at INTEGER NOT NULL,
      seen TEXT NOT NULL,
      PRIMARY KEY (service, kind, key)
    ) STRICT;

    -- Once a draft became a purchase, the delivery moves there and the draft keeps only the purchase's id.
    CREATE TABLE drafts (
      id TEXT PRIMARY KEY,
      service TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      sku TEXT NOT NULL,
      product TEXT NOT NULL,
      delivery BLOB,
      network_key TEXT,
      token_key TEXT,
      purchase_id TEXT UNIQUE REFERENCES purchases (id),
      CHECK ((network_key IS NULL) = (token_key IS NULL)),
      CHECK ((delivery IS NULL) = (purchase_id IS NOT NULL))
    ) STRICT;
    CREATE INDEX drafts_waiting ON drafts (service, saved_at DESC, id) WHERE purchase_id IS NULL;

    -- The shop

    -- Has a row while this Till is a register.
    CREATE TABLE kiosk (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      began_at INTEGER NOT NULL
    ) STRICT;

    -- Former clerks stay, for their sales. Mistakes are wrong PINs that a right one does not reset, in fifths of one (see clerks.ts).
    -- wrong_pins are those that the manager has not seen yet.
    CREATE TABLE clerks (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      colour TEXT NOT NULL,
      pin BLOB NOT NULL,
      failures INTEGER NOT NULL DEFAULT 0,
      wait_ms INTEGER NOT NULL DEFAULT 0,
      mistakes INTEGER NOT NULL DEFAULT 0,
      wrong_pins INTEGER NOT NULL DEFAULT 0,
      wrong_pin_at INTEGER,
      added_at INTEGER NOT NULL,
      left_at INTEGER
    ) STRICT;

    -- The counter's pages in the manager's order, with the catalog's last data for each product.
    CREATE TABLE counter_pages (
      service TEXT NOT NULL,
      position INTEGER NOT NULL,
      name TEXT NOT NULL,
      products TEXT NOT NULL,
      PRIMARY KEY (service, position)
    ) STRICT;

    -- The shop's text on every receipt, and its printer.
    CREATE TABLE shop_head (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      body TEXT NOT NULL
    ) STRICT;

    -- Rules and limits are JSON.
    CREATE TABLE shop_prices (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      currency TEXT NOT NULL,
      rate TEXT NOT NULL,
      rules TEXT NOT NULL,
      limits TEXT NOT NULL
    ) STRICT;

    -- Amounts of a shift, its cash and its sales are exact decimals in the shift's currency.
    CREATE TABLE shifts (
      number INTEGER PRIMARY KEY,
      currency TEXT NOT NULL,
      float TEXT NOT NULL,
      opened_at INTEGER NOT NULL,
      closed_at INTEGER,
      counted TEXT,
      CHECK ((closed_at IS NULL) = (counted IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX shifts_one_open ON shifts (closed_at IS NULL) WHERE closed_at IS NULL;

    CREATE TABLE cash_moves (
      id TEXT PRIMARY KEY,
      shift INTEGER NOT NULL REFERENCES shifts (number),
      clerk_id TEXT REFERENCES clerks (id),
      at INTEGER NOT NULL,
      direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
      amount TEXT NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cash_moves_shift ON cash_moves (shift);

    -- A sale is stored before its payment is signed, under its future purchase's id. That is not a foreign key, since there may never
    -- be a purchase. A sale belongs to the shift that took the cash, and its return to the shift that paid it back.
    CREATE TABLE sales (
      number INTEGER PRIMARY KEY,
      purchase_id TEXT NOT NULL UNIQUE,
      shift INTEGER NOT NULL REFERENCES shifts (number),
      clerk_id TEXT REFERENCES clerks (id),
      at INTEGER NOT NULL,
      sku TEXT NOT NULL,
      product TEXT NOT NULL,
      price TEXT NOT NULL,
      cost TEXT NOT NULL,
      given TEXT NOT NULL,
      printed_at INTEGER,
      returned_shift INTEGER REFERENCES shifts (number),
      returned_by TEXT REFERENCES clerks (id),
      returned_at INTEGER,
      CHECK ((returned_shift IS NULL) = (returned_at IS NULL))
    ) STRICT;
    CREATE INDEX sales_shift ON sales (shift);
    CREATE INDEX sales_at ON sales (at);
    CREATE INDEX sales_returned ON sales (returned_shift) WHERE returned_shift IS NOT NULL;
    CREATE INDEX sales_returned_at ON sales (returned_at) WHERE returned_at IS NOT NULL;

    -- The other registers that the manager follows, in order: a checksummed address and a name, without a key or a way to pay.
    CREATE TABLE registers (
      address TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      position INTEGER NOT NULL
    ) STRICT;
  `,
}
