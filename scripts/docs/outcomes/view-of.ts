import { fromSentError, type ErrorCode } from '../../../src/shared/errors.ts'
import { awaitsRefund, type PurchaseState } from '../../../src/shared/purchases/state.ts'
import type { PurchaseView } from '../../../src/shared/purchases/views.ts'
import { waitAfter, type Wait } from '../../../src/main/purchases/track/pace.ts'
import type { CountedRefund, PurchaseRecord } from '../../../src/main/purchases/purchase-record.ts'
import { toPurchaseView } from '../../../src/main/purchases/purchase-view.ts'
import type { Reached, RefundCase } from './reachable.ts'

/** The time at which all messages of the table are read, in epoch milliseconds. */
export const READ_AT = Date.parse('2026-03-04T12:00:00Z')
const MADE_AT = READ_AT - 10 * 60_000
const from = '0x52908400098527886E0F7030069857D2E4169EE7'
const shop = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const paymentHash = `0x${'7c2e9a41'.repeat(8)}` as const
const refundHash = `0x${'a1b2c3d4'.repeat(8)}` as const

/** The outcome of the last report: the error, and the HTTP status of the service's answer. */
export interface LastReport {
  readonly error: ErrorCode | null
  readonly status: number | null
}

/** Returns main's view of a purchase in this state after this last report. */
export function viewOf(
  { state, asReported, refund }: Reached,
  last: LastReport,
  chain: Wait | null = chainWait(state),
): PurchaseView {
  const service =
    state.registration === 'prepared' && last.error !== null
      ? waitAfter(fromSentError({ code: last.error, message: '' }))
      : null
  const isRegistered = state.registration === 'registered'
  const event = { at: MADE_AT, status: null, reason: null }
  return toPurchaseView({
    record: recordOf(state, refund),
    delivery: { reference: '+525512345678', fields: [] },
    feesAtMost: new Map(),
    claimFees: new Map(),
    recordedReference: null,
    events: [{ ...event, type: asReported ? 'reported' : 'mined' }],
    registration: {
      attempts: 1,
      lastError: last.error,
      lastStatus: last.status,
      keyRefused: false,
      lastMessage: last.error === 'service-rejected' ? 'Unknown number' : null,
      chain: null,
      lastCode: null,
      lastFields: [],
    },
    waits: { chain, service: isRegistered ? null : service },
    trouble: null,
    possibleRefund: {
      hash: refundHash,
      ordinal: 0,
      sender: shop,
      units: 11_050_000n,
      isProven: refund !== 'unproven',
      isKnown: refund === 'by a known sender',
      covers: refund === 'of several purchases' ? ['a', 'b'] : ['a'],
      happenedAt: READ_AT - 60_000,
      declinedAt: null,
    },
    logo: null,
    repeats: { repeatOf: null, repeatedBy: [] },
    explorerUrl: () => null,
  })
}

function chainWait(state: PurchaseState): Wait | null {
  const only = (what: Wait['what']): Wait => ({ what, untilEpoch: null })
  if (state.payment === 'mined') return only('confirmation')
  if (state.payment === 'signed') return only('network')
  return awaitsRefund(state) ? only('refund') : null
}

function recordOf(state: PurchaseState, refund: RefundCase | undefined): PurchaseRecord {
  const product = { sku: 'lumo_MX_200-I', brandSlug: 'lumo', brandName: 'Lumo', productType: 'topup', country: 'MX' }
  const network = { key: 'harbor', name: 'Harbour', chainId: 71_001, rpcUrls: [], explorerUrl: '', nativeSymbol: 'ETH' }
  const quote = { fiatCurrency: 'MXN', fiatAmount: '200', asset: 'USDC', assetAmount: '10.84', feeAmount: '0.21' }
  const isSpent = !['none', 'signed', 'superseded'].includes(state.payment)
  return {
    id: 'a',
    createdAt: MADE_AT,
    profileId: 'p',
    chainInstance: 'c',
    from,
    externalAsked: null,
    state,
    inMoney: null,
    terms: {
      profileName: 'Sandbox',
      product: { ...product, image: null, facts: null },
      network,
      token: { key: 'usdc', symbol: 'USDC', address: shop, listedAddress: shop, decimals: 6 },
      quote: { ...quote, id: null as never, totalAmount: '11.05' },
      payment: { shape: 'transfer', recipient: shop, to: shop, units: 11_050_000n, escrow: null },
    },
    steps: [
      {
        position: 0,
        kind: 'pay',
        nonce: 14,
        minedHash: null,
        blockNumber: null,
        blockHash: null,
        state: state.payment === 'none' ? 'signed' : state.payment,
        feeUnits: isSpent ? 41_000_000_000_000n : null,
        l1FeeUnits: null,
        signed: [{ hash: paymentHash, raw: '0x', purpose: 'original' }],
      },
    ],
    spend: null,
    refunds: refundsOf(state, refund),
  }
}

function refundsOf({ refund: refundState }: PurchaseState, refund: RefundCase | undefined): CountedRefund[] {
  const came = (units: bigint): CountedRefund => ({
    hash: refundHash,
    ordinal: 0,
    units,
    from: shop,
    evidence: 'payee',
  })
  if (refundState !== 'seen') return refund === 'in parts' ? [came(5_000_000n)] : []
  if (refund === 'in parts') return [came(5_000_000n), came(6_050_000n)]
  return [came(refund === 'less' ? 10_840_000n : 11_050_000n)]
}
