import Database from 'better-sqlite3'
import {
  ledgerSql,
  quoteRow,
  registrationRow,
  type QuoteRow,
  type RegistrationRow,
  type SoldProduct,
} from './ledger-schema.ts'

export type NewQuote = Omit<QuoteRow, 'id'>

export interface NewRegistration {
  readonly id: string
  readonly idempotencyKey: string
  readonly hash: string
  readonly quoteId: number
  readonly wallet: string
  readonly integrator: string
  readonly quantity: number
  readonly reference: string
  readonly requiredFields: readonly { key: string; value: string }[]
  readonly product: SoldProduct
  /** Epoch milliseconds, as is `outcomeAt`, when its outcome is due. */
  readonly createdAt: number
  readonly outcomeAt: number
}

export interface RegistrationChange {
  readonly status?: string
  /** Null once the outcome was given. */
  readonly outcomeAt?: number | null
  readonly isDeleted?: boolean
  readonly refund?: RegistrationRow['refund']
  readonly refundHash?: string
  readonly refundRaw?: string
}

export type Ledger = ReturnType<typeof openLedger>

/** Opens the sandbox's ledger in `file`. Callers pass addresses and hashes in lower case. */
export function openLedger(file: string) {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('foreign_keys = ON')
  db.exec(ledgerSql)

  const find = (column: 'id' | 'idempotencyKey' | 'hash' | 'quoteId', value: string | number) => {
    const row = db.prepare(`SELECT * FROM registrations WHERE ${column} = ?`).get(value)
    return row === undefined ? null : registrationRow.parse(row)
  }
  const rememberWallet = (address: string, hasAcceptedTerms: boolean) => {
    db.prepare(
      `INSERT INTO wallets VALUES (?, ?) ON CONFLICT DO UPDATE SET hasAcceptedTerms = max(hasAcceptedTerms, excluded.hasAcceptedTerms)`,
    ).run(address, hasAcceptedTerms ? 1 : 0)
  }
  const insertRegistration = db.transaction((row: NewRegistration) => {
    // A registration of a wallet that has not accepted the terms was refused before.
    rememberWallet(row.wallet, true)
    db.prepare(
      `INSERT INTO registrations (id, idempotencyKey, hash, quoteId, wallet, integrator, quantity, reference,
         requiredFields, product, status, createdAt, updatedAt, outcomeAt)
       VALUES (@id, @idempotencyKey, @hash, @quoteId, @wallet, @integrator, @quantity, @reference,
         @requiredFields, @product, 'PENDING', @createdAt, @createdAt, @outcomeAt)`,
    ).run({ ...row, requiredFields: JSON.stringify(row.requiredFields), product: JSON.stringify(row.product) })
  })

  return {
    addQuote: (quote: NewQuote): number => {
      const insert = db.prepare(
        `INSERT INTO quotes (createdAt, sku, chainId, token, fiatCurrency, fiatAmount, digitalAsset, digitalAssetAmount,
           feeAmount, totalAmount, totalUnits, sender, integrator)
         VALUES (@createdAt, @sku, @chainId, @token, @fiatCurrency, @fiatAmount, @digitalAsset, @digitalAssetAmount,
           @feeAmount, @totalAmount, @totalUnits, @sender, @integrator)`,
      )
      return Number(insert.run({ ...quote, totalUnits: quote.totalUnits.toString() }).lastInsertRowid)
    },
    getQuote: (id: number): QuoteRow | null => {
      const row = db.prepare('SELECT * FROM quotes WHERE id = ?').get(id)
      return row === undefined ? null : quoteRow.parse(row)
    },
    listQuotes: (): QuoteRow[] =>
      db
        .prepare('SELECT * FROM quotes ORDER BY id')
        .all()
        .map((row) => quoteRow.parse(row)),
    /** Returns whether the wallet accepted the terms, or null for an unknown wallet. */
    hasAcceptedTerms: (address: string): boolean | null => {
      const flag = db.prepare('SELECT hasAcceptedTerms FROM wallets WHERE address = ?').pluck().get(address)
      return flag === undefined ? null : flag === 1
    },
    /** Adds a registration; throws where its key, hash or quote is in use. */
    addRegistration: (row: NewRegistration): void => insertRegistration.immediate(row),
    findByKey: (key: string) => find('idempotencyKey', key),
    findByHash: (hash: string) => find('hash', hash),
    findByQuote: (quoteId: number) => find('quoteId', quoteId),
    findById: (id: string) => find('id', id),
    /** Returns all registrations, newest first; of one wallet and integrator where given. */
    listRegistrations: (wallet?: string, integrator?: string): RegistrationRow[] => {
      const rows = db
        .prepare(
          `SELECT * FROM registrations WHERE (@wallet IS NULL OR wallet = @wallet)
             AND (@integrator IS NULL OR integrator = @integrator) ORDER BY createdAt DESC, recordId DESC`,
        )
        .all({ wallet: wallet ?? null, integrator: integrator ?? null })
      return rows.map((row) => registrationRow.parse(row))
    },
    /** Returns the registrations without an outcome or with an unmined refund. */
    listOpen: (): RegistrationRow[] =>
      db
        .prepare(
          `SELECT * FROM registrations WHERE outcomeAt IS NOT NULL OR refund IN ('due', 'sent') ORDER BY recordId`,
        )
        .all()
        .map((row) => registrationRow.parse(row)),
    change: (id: string, change: RegistrationChange, updatedAt: number): void => {
      for (const [column, value] of Object.entries(change)) {
        const stored = typeof value === 'boolean' ? Number(value) : value
        db.prepare(`UPDATE registrations SET ${column} = ?, updatedAt = ? WHERE id = ?`).run(stored, updatedAt, id)
      }
    },
    close: (): void => void db.close(),
  }
}
