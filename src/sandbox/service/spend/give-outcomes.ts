import { encodeFunctionData, type Address, type Hex } from 'viem'
import { tokenAbi } from '../../chains/abi.ts'
import type { Chain } from '../../chains/chain.ts'
import type { Call, SentCall } from '../../chains/sender.ts'
import { authorizeRefund, isAuthorization } from './authorize-refund.ts'
import type { Service } from '../context.ts'
import type { RegistrationRow } from './ledger-schema.ts'

/** Gives every due registration its outcome, and follows refunds until they are mined. */
export async function giveDueOutcomes(service: Service): Promise<void> {
  for (const row of service.ledger.listOpen()) {
    const now = service.clock.now()
    if (row.outcomeAt !== null && row.outcomeAt <= now) giveOutcome(service, row, now)
    else if (row.refund === 'due' || row.refund === 'sent') await refund(service, row)
  }
}

function giveOutcome(service: Service, row: RegistrationRow, now: number): void {
  if (!row.product.fails) service.ledger.change(row.id, { status: 'SUCCESS', outcomeAt: null }, now)
  else if (service.settings.refunds !== 'none')
    service.ledger.change(row.id, { status: 'FAILED', outcomeAt: null, refund: 'due' }, now)
  else service.ledger.change(row.id, { status: 'FAILED', outcomeAt: null }, now)
}

async function refund(service: Service, row: RegistrationRow): Promise<void> {
  const quote = service.ledger.getQuote(row.quoteId)
  const chain = service.chains.find(({ network }) => network.chainId === quote?.chainId)
  if (!quote || !chain || chain.anvil.pid() === null) return
  try {
    if (row.refund === 'sent') await followRefund(service, chain, row)
    else if (!(await authorizeRefund(service, chain, row)))
      await sendRefund(service, chain, row, quote.token as Address, quote.totalUnits)
  } catch {
    // The chain is down or full: the next round tries again with the same signed bytes.
  }
}

async function sendRefund(service: Service, chain: Chain, row: RegistrationRow, token: Address, units: bigint) {
  const call = (functionName: 'mint' | 'transfer', to: Address): Call => ({
    to: token,
    data: encodeFunctionData({ abi: tokenAbi, functionName, args: [to, units] }),
  })
  const transfer = call('transfer', row.wallet as Address)
  const keep = (signed: readonly SentCall[]): void => {
    const last = signed.at(-1)
    if (!last) return
    // Stored before sending, so that no refund is signed twice.
    service.ledger.change(row.id, { refund: 'sent', refundHash: last.hash, refundRaw: last.raw }, service.clock.now())
  }
  if (service.settings.refundsFrom === 'treasury') await chain.sendAsTreasury([transfer], keep)
  else await chain.sendAsMinter([call('mint', chain.minter), transfer], keep)
}

async function followRefund(service: Service, chain: Chain, row: RegistrationRow): Promise<void> {
  const receipt = await chain.client.getTransactionReceipt({ hash: row.refundHash as Hex }).catch(() => null)
  if (receipt?.status === 'reverted' && isAuthorization(chain, row)) {
    service.ledger.change(row.id, { refund: 'due' }, service.clock.now())
    return
  }
  if (receipt?.status === 'success') {
    const isPaid = !isAuthorization(chain, row)
    const status = service.settings.showRefunded && isPaid ? { status: 'REFUNDED' } : {}
    service.ledger.change(row.id, { refund: 'mined', ...status }, service.clock.now())
    return
  }
  const known = await chain.client.getTransaction({ hash: row.refundHash as Hex }).catch(() => null)
  if (!known) await chain.client.sendRawTransaction({ serializedTransaction: row.refundRaw as Hex })
}
