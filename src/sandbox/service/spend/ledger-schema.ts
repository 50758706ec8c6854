import { z } from 'zod'

/** The sandbox's books: quotes, accepted terms, and registrations with their keys. */
export const ledgerSql = `
  CREATE TABLE IF NOT EXISTS quotes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    createdAt INTEGER NOT NULL,
    sku TEXT NOT NULL,
    chainId INTEGER NOT NULL,
    token TEXT NOT NULL,
    fiatCurrency TEXT NOT NULL,
    fiatAmount TEXT NOT NULL,
    digitalAsset TEXT NOT NULL,
    digitalAssetAmount TEXT NOT NULL,
    feeAmount TEXT NOT NULL,
    totalAmount TEXT NOT NULL,
    totalUnits TEXT NOT NULL,
    sender TEXT,
    integrator TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS wallets (
    address TEXT PRIMARY KEY,
    hasAcceptedTerms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS registrations (
    recordId INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    idempotencyKey TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    quoteId INTEGER NOT NULL UNIQUE REFERENCES quotes (id),
    wallet TEXT NOT NULL,
    integrator TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    reference TEXT NOT NULL,
    requiredFields TEXT NOT NULL,
    product TEXT NOT NULL,
    status TEXT NOT NULL,
    createdAt INTEGER NOT NULL,
    updatedAt INTEGER NOT NULL,
    outcomeAt INTEGER,
    isDeleted INTEGER NOT NULL DEFAULT 0,
    refund TEXT NOT NULL DEFAULT 'none' CHECK (refund IN ('none', 'due', 'sent', 'mined')),
    refundHash TEXT,
    refundRaw TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS registrationsOfWallet ON registrations (wallet, createdAt DESC, recordId DESC);
`

export const quoteRow = z.object({
  id: z.int(),
  createdAt: z.int(),
  sku: z.string(),
  chainId: z.int(),
  token: z.string(),
  fiatCurrency: z.string(),
  fiatAmount: z.string(),
  digitalAsset: z.string(),
  digitalAssetAmount: z.string(),
  feeAmount: z.string(),
  totalAmount: z.string(),
  totalUnits: z.string().transform(BigInt),
  sender: z.string().nullable(),
  integrator: z.string().nullable(),
})

/** A product as it was bought; the catalog may change later. */
const soldProduct = z.object({
  name: z.string(),
  logoUrl: z.string(),
  country: z.string(),
  productType: z.string(),
  productSubType: z.string(),
  stableCoinCurrency: z.string(),
  stableCoinValue: z.string(),
  serviceId: z.int(),
  fails: z.boolean(),
})

export const registrationRow = z.object({
  recordId: z.int(),
  id: z.string(),
  idempotencyKey: z.string(),
  hash: z.string(),
  quoteId: z.int(),
  wallet: z.string(),
  integrator: z.string(),
  quantity: z.int(),
  reference: z.string(),
  requiredFields: z
    .string()
    .transform((text) => z.array(z.object({ key: z.string(), value: z.string() })).parse(JSON.parse(text))),
  product: z.string().transform((text) => soldProduct.parse(JSON.parse(text))),
  status: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  outcomeAt: z.int().nullable(),
  isDeleted: z.int().transform((flag) => flag === 1),
  refund: z.enum(['none', 'due', 'sent', 'mined']),
  refundHash: z.string().nullable(),
  refundRaw: z.string().nullable(),
})

export type QuoteRow = z.output<typeof quoteRow>
export type RegistrationRow = z.output<typeof registrationRow>
export type SoldProduct = z.output<typeof soldProduct>
