import { createHash } from 'node:crypto'
import type { Address, Hash, Hex } from 'viem'
import type { WritableDb } from '../../src/main/db/connections.ts'
import type { Sealer } from '../../src/main/db/seal.ts'
import { insertBytes, insertIntent, insertStep } from '../../src/main/engine/steps/step-repository.ts'
import type { FrozenTerms } from '../../src/main/purchases/purchase-record.ts'
import { insertPurchase } from '../../src/main/purchases/purchase-repository.ts'
import { insertRegistration } from '../../src/main/purchases/register/registration-repository.ts'
import { numberedId } from '../../src/main/service/operations/quote-id.ts'
import type { ManyChain } from './many-chain.ts'
import type { ManySpend } from './many-service.ts'
import { TOKEN, TREASURY, serviceNames, type ServiceName, type Simulation } from './simulation.ts'

/** The states in which a Till may have died, in the order in which an account used its nonces. */
export const openKinds = [
  'failed',
  'failing',
  'on-its-way',
  'unclear-and-known',
  'unclear-and-unknown',
  'prepared',
  'confirmed',
  'mined',
  'mined-unseen',
  'sent',
  'signed',
] as const
export type OpenKind = (typeof openKinds)[number]

const registered: readonly OpenKind[] = ['failed', 'failing', 'on-its-way']
const prepared: readonly OpenKind[] = ['unclear-and-known', 'unclear-and-unknown', 'prepared']
const confirmed: readonly OpenKind[] = [...registered, ...prepared, 'confirmed']
const onChain: readonly OpenKind[] = [...confirmed, 'mined', 'mined-unseen']
const unsettled: readonly OpenKind[] = ['mined-unseen', 'sent', 'signed']

interface Case {
  readonly id: string
  readonly number: number
  readonly kind: OpenKind
  readonly from: Address
  readonly chain: ManyChain
  readonly name: ServiceName
  readonly hash: Hash
  readonly raw: Hex
  readonly createdAt: number
  readonly units: bigint
}

/** Stores as many open purchases of each kind as `shares` says. Tells the simulation's chains and services what they know of them. */
export function fillLedger(
  db: WritableDb,
  sealer: Sealer,
  simulation: Simulation,
  shares: Partial<Readonly<Record<OpenKind, number>>>,
): number {
  const kinds = openKinds.flatMap((kind) => Array.from({ length: shares[kind] ?? 0 }, () => kind))
  db.transaction(() => {
    for (const [number, kind] of kinds.entries())
      store(db, sealer, simulation, caseOf(simulation, number, kind, kinds.length))
  })()
  return kinds.length
}

function caseOf({ chains, wallets, clock }: Simulation, number: number, kind: OpenKind, count: number): Case {
  const digest = createHash('sha256').update(`purchase ${number}`).digest('hex')
  const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
  return {
    id,
    number,
    kind,
    hash: `0x${digest}`,
    raw: `0x02${digest.repeat(3)}`,
    from: wallets[number % wallets.length] ?? '0x',
    chain: chains[number % 2 === 0 ? 0 : 1],
    name: serviceNames[Math.floor(number / 2) % 2 === 0 ? 0 : 1],
    // One every 30 seconds, the last of them just now.
    createdAt: clock.now() - (count - number) * 30_000,
    units: BigInt(1 + (number % 20)) * 1_000_000n,
  }
}

function store(db: WritableDb, sealer: Sealer, simulation: Simulation, one: Case): void {
  const { id, kind, from, chain, name, hash, raw, createdAt, units } = one
  const nonce = chain.expect(from, hash, raw)
  if (kind !== 'signed') chain.submit(hash)
  const seal = (text: string, purpose: string): Uint8Array => sealer.seal(text, purpose)
  const terms = termsOf(one)
  insertIntent(db, id, 'purchase')
  insertPurchase(db, {
    id,
    createdAt,
    profileId: name,
    chainInstance: chain.instance,
    from,
    terms,
    sealedDelivery: seal(JSON.stringify({ reference: '+12015550123', fields: [] }), `purchase ${id} delivery`),
  })
  insertStep(db, { intentId: id, position: 0, kind: 'pay', chainInstance: chain.instance, from, nonce })
  const bytes = { intentId: id, position: 0, purpose: 'original', hash, raw, maxFeeUnits: 1n } as const
  insertBytes(db, { ...bytes, token: TOKEN, spendsUnits: units, signedAt: createdAt })
  if (onChain.includes(kind) && !unsettled.includes(kind)) {
    const block = chain.minedIn(hash)
    db.prepare(
      `UPDATE steps SET state = :state, mined_hash = :hash, block_number = :block, block_hash = :blockHash, fee_units = '21000'
       WHERE intent_id = :id`,
    ).run({
      id,
      state: kind === 'mined' ? 'mined' : 'confirmed',
      hash,
      block: Number(block),
      blockHash: chain.blockHash(Number(block)),
    })
  }
  if (registered.includes(kind) || prepared.includes(kind)) {
    const idempotencyKey = id
    const body = JSON.stringify({ hash })
    const sealedBody = seal(body, `registration ${idempotencyKey} body`)
    insertRegistration(db, id, { idempotencyKey, paymentHash: hash, sealedBody, preparedAt: createdAt })
    setRegistration(db, one)
  }
  if (registered.includes(kind) || kind === 'unclear-and-known') simulation.services[name].add(costOf(one))
}

function setRegistration(db: WritableDb, { id, kind, createdAt }: Case): void {
  const status = kind === 'failed' ? 'FAILED' : 'PENDING'
  const isRegistered = registered.includes(kind)
  const spend = {
    transactionId: `spend-${id}`,
    recordId: null,
    isDeleted: false,
    logoUrl: '',
    recorded: {},
    sealedReference: null,
    readAt: createdAt,
  }
  db.prepare(
    `UPDATE purchases SET registration = :registration, unclear = :unclear, service_status = :status, spend = :spend
     WHERE id = :id`,
  ).run({
    id,
    registration: isRegistered ? 'registered' : 'prepared',
    unclear: kind.startsWith('unclear') ? 1 : 0,
    status: isRegistered ? status : null,
    spend: isRegistered ? JSON.stringify(spend) : null,
  })
  const event = isRegistered ? { type: 'registered', status } : { type: 'registration-prepared' }
  db.prepare('INSERT INTO purchase_events (purchase_id, at, event) VALUES (?, ?, ?)').run(
    id,
    createdAt,
    JSON.stringify(event),
  )
}

function costOf({ id, kind, hash, from, createdAt, chain, units }: Case): ManySpend {
  const fails = kind === 'failed' || kind === 'failing'
  return {
    id: `spend-${id}`,
    hash,
    idempotencyKey: id,
    wallet: from,
    sku: SKU,
    reference: '+12015550123',
    settlesAt: createdAt + 60_000,
    fails,
    payBack: fails ? () => chain.refund(TOKEN, TREASURY, from, units) : null,
  }
}

export const SKU = 'oak_US_5-I'

function termsOf({ number, name, chain, units }: Case): FrozenTerms {
  const amount = (units / 1_000_000n).toString()
  return {
    profileName: name,
    product: {
      sku: SKU,
      brandSlug: 'oak',
      brandName: 'Oak',
      productType: 'topup',
      country: 'US',
      image: null,
      facts: null,
    },
    network: {
      key: 'sim',
      name: 'Simulated',
      chainId: chain.view.chainId,
      rpcUrls: [],
      explorerUrl: '',
      nativeSymbol: 'ETH',
    },
    token: { key: 'usdc', symbol: 'USDC', address: TOKEN, listedAddress: TOKEN, decimals: 6 },
    quote: {
      id: numberedId(number + 1),
      fiatCurrency: 'USD',
      fiatAmount: amount,
      asset: 'USDC',
      assetAmount: amount,
      feeAmount: '0',
      totalAmount: amount,
    },
    payment: { shape: 'transfer', recipient: TREASURY, to: TOKEN, units, escrow: null },
  }
}
