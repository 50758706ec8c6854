import { getAddress, isAddressEqual, parseTransaction, type Hex } from 'viem'
import { fromUnits } from '../../shared/money.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import type { WritableDb } from '../db/connections.ts'
import { writeForeignPayment } from './foreign-payments-repository.ts'
import { readSignedPayment } from './reconciling-repository.ts'
import type { ListedToken } from '../engine/current-service.ts'

/**
 * Stores the payment of a purchase with a damaged record as unexplained: the user is asked, and buys nothing before answering. Its signed
 * bytes contain the recipient.
 */
export function storeUnreadable(db: WritableDb, id: string, tokens: readonly ListedToken[], now: number): void {
  const found = readSignedPayment(db, id)
  if (found === null) return
  const { hash, raw, token, units, signedAt, place } = found
  const coin = tokens.find(({ address }) => token !== null && isAddressEqual(address, token))
  const payment = {
    hash,
    token: coin?.symbol ?? token ?? '',
    happenedAt: new Date(signedAt).toISOString(),
    amount: fromUnits(units, coin?.decimals ?? (token === null ? NATIVE_DECIMALS : 0)),
    chainRecord: { chainInstance: place.chainInstance, network: null, explorer: null, recipient: recipientOf(raw) },
  }
  writeForeignPayment(db, place, payment, now)
}

/** Returns the recipient of a transfer; the contract for any other call. */
function recipientOf(raw: Hex): string | null {
  const { to = null, data = '0x' } = parseTransaction(raw)
  return data.startsWith('0xa9059cbb') ? getAddress(`0x${data.slice(34, 74)}`) : to
}
