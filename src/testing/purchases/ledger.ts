import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Hash } from 'viem'
import type { MoneyView } from '../../shared/scalars.ts'
import type { PurchaseEvent } from '../../shared/purchases/state.ts'
import { openTestLedgerFile } from '../db/open-test-ledger-file.ts'
import { createSealer } from '../../main/db/seal.ts'
import { insertBytes, insertIntent, insertStep, updateStep } from '../../main/engine/steps/step-repository.ts'
import { numberedId } from '../../main/service/operations/quote-id.ts'
import { sealDelivery } from '../../main/purchases/delivery.ts'
import type { PurchaseContext } from '../../main/purchases/purchase-context.ts'
import type { DeliveryDetails, FrozenTerms, Spend } from '../../main/purchases/purchase-record.ts'
import { insertShownTotal } from '../../main/purchases/shown-total-repository.ts'
import { appendEvent, applyEvent, insertPurchase, readPurchase } from '../../main/purchases/purchase-repository.ts'

const address = (digit: number): Address => `0x${String(digit).repeat(40)}`

export const terms: FrozenTerms = {
  profileName: 'Test',
  product: {
    sku: 'oak_US_5-I',
    brandSlug: 'oak',
    brandName: 'Oak',
    productType: 'topup',
    country: 'US',
    image: null,
    facts: null,
  },
  network: {
    key: 'harbour',
    name: 'Harbour',
    chainId: 7,
    rpcUrls: [],
    explorerUrl: 'https://explorer.example/',
    nativeSymbol: 'ETH',
  },
  token: { key: 'usdc', symbol: 'USDC', address: address(3), listedAddress: address(3), decimals: 6 },
  quote: {
    id: numberedId(1),
    fiatCurrency: 'USD',
    fiatAmount: '5.00',
    asset: 'USDC',
    assetAmount: '5',
    feeAmount: '0.1',
    totalAmount: '5.1',
  },
  payment: { shape: 'transfer', recipient: address(4), to: address(3), units: 5_100_000n, escrow: null },
}

export interface TestLedger {
  readonly context: Pick<PurchaseContext, 'ledger' | 'sealer' | 'now'>
  /** Stores a signed purchase and applies events to it, each a second after the previous one. */
  store(options?: StoreOptions): string
  dispose(): void
}

export interface StoreOptions {
  readonly sku?: string
  readonly brandName?: string
  readonly country?: string
  readonly reference?: string
  readonly fields?: DeliveryDetails['fields']
  readonly units?: bigint
  readonly totalAmount?: string
  readonly productType?: string
  readonly fiat?: Pick<FrozenTerms['quote'], 'fiatCurrency' | 'fiatAmount'>
  readonly createdAt?: number
  /** What was shown of it when it was confirmed. */
  readonly inMoney?: MoneyView | null
  readonly events?: readonly PurchaseEvent[]
  readonly repeatOf?: string
  /** For how many days its product can be used, as the service says. */
  readonly durationDays?: string
  /** The data of its product. */
  readonly gigabytes?: string
  readonly shape?: FrozenTerms['payment']['shape']
  readonly recipient?: Address
  readonly profileId?: string
  readonly chainInstance?: string
}

export const from = address(1)
export const spend: Spend = {
  transactionId: 'spend-1',
  recordId: 8,
  isDeleted: false,
  logoUrl: 'logo',
  recorded: { quantity: '1' },
  hasKeptCodes: false,
  sealedReference: null,
  readAt: 5_000,
}
const chainMoves: readonly string[] = ['mined', 'confirmed', 'finalized', 'reorged', 'reverted', 'superseded']

function factsOf({ durationDays, gigabytes }: StoreOptions): FrozenTerms['product']['facts'] {
  if (durationDays === undefined && gigabytes === undefined) return null
  return {
    data: { gigabytes: gigabytes ?? null, unlimited: false, speeds: [] },
    sms: { count: null, unlimited: false },
    voice: { minutes: null, unlimited: false },
    durationDays: durationDays ?? null,
    roaming: { country: null, speeds: [] },
  }
}

/** Opens a ledger in its own temporary folder, without a chain or a service; `recordsKey` seals its records. */
export function openTestLedger(recordsKey: Uint8Array = randomBytes(32)): TestLedger {
  const folder = mkdtempSync(join(tmpdir(), 'till-ledger-'))
  const ledger = openTestLedgerFile(join(folder, 'ledger.db'))
  const context = { ledger, sealer: createSealer(recordsKey), now: () => 0 }
  let nonce = 0

  function store(options: StoreOptions = {}): string {
    const id = randomUUID()
    const createdAt = options.createdAt ?? 1_000
    const { sku, brandName, country, productType } = { ...terms.product, ...options }
    const { units = terms.payment.units, shape = 'transfer' } = options
    const { recipient = terms.payment.recipient, profileId = 'p', chainInstance = '7:0x0' } = options
    const hash: Hash = `0x${randomBytes(32).toString('hex')}`
    const sealedDelivery = sealDelivery(context as PurchaseContext, id, {
      reference: options.reference ?? '+1',
      fields: options.fields ?? [],
    })
    ledger.transaction(() => {
      insertIntent(ledger, id, 'purchase')
      const frozen = {
        ...terms,
        product: { ...terms.product, sku, brandName, country, productType, facts: factsOf(options) },
        payment: { ...terms.payment, units, shape, recipient, to: options.recipient ?? terms.payment.to },
        quote: { ...terms.quote, ...options.fiat, totalAmount: options.totalAmount ?? terms.quote.totalAmount },
      }
      insertPurchase(ledger, {
        id,
        createdAt,
        profileId,
        chainInstance,
        from,
        terms: frozen,
        sealedDelivery,
        repeatOf: options.repeatOf ?? null,
      })
      if (options.inMoney) insertShownTotal(ledger, id, options.inMoney)
      insertStep(ledger, { intentId: id, position: 0, kind: 'pay', chainInstance, from, nonce: nonce++ })
      insertBytes(ledger, {
        intentId: id,
        position: 0,
        purpose: 'original',
        hash,
        raw: '0x02',
        maxFeeUnits: 1000n,
        token: terms.token.address,
        spendsUnits: units,
        signedAt: createdAt,
      })
      appendEvent(ledger, id, { type: 'signed' }, createdAt)
    })()
    for (const [index, event] of (options.events ?? []).entries())
      happen(id, event, createdAt + (index + 1) * 1000, hash)
    return id
  }

  function happen(id: string, event: PurchaseEvent, at: number, hash: Hash): void {
    const step = readPurchase(ledger, id)?.steps[0]
    if (!step) throw new Error('No step')
    const states = { finalized: 'final', reorged: 'signed' } as const
    const state = event.type in states ? states[event.type as keyof typeof states] : (event.type as 'mined')
    const seen = { minedHash: hash, blockNumber: 3n, blockHash: hash, feeUnits: 21n, l1FeeUnits: 1n }
    const write = (): void => {
      if (chainMoves.includes(event.type)) updateStep(ledger, id, step, { state, ...seen })
    }
    const also = event.type === 'registered' ? { write, spend } : { write }
    if (applyEvent(ledger, id, event, at, also) === null) throw new Error(`Not legal now: ${event.type}`)
  }

  return {
    context,
    store,
    dispose() {
      ledger.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
