import { encodeFunctionData, isAddressEqual, parseEventLogs, parseTransaction, type Hex } from 'viem'
import { escrowAbi } from '../../chains/escrow-abi.ts'
import type { Chain } from '../../chains/chain.ts'
import type { Escrow } from '../../chains/escrow.ts'
import { generationInUse, upgrades } from './escrow.ts'
import type { Service } from '../context.ts'
import type { RegistrationRow } from './ledger-schema.ts'

const FAILED = 0

/**
 * Lets the payer claim a refund from the escrow; false where the refund must be pushed. Throws where the escrow refuses it for now:
 * generation 1 authorizes no more than the remaining deposits until the payer has claimed the earlier refunds.
 */
export async function authorizeRefund(service: Service, chain: Chain, row: RegistrationRow): Promise<boolean> {
  const { escrow } = chain.contracts
  const isPushed = service.settings.refunds === 'push' || service.settings.refunds === 'none'
  const recordId = escrow === null || isPushed ? null : await findRecord(chain, escrow, row)
  if (escrow === null || recordId === null) return false
  const upgrading = await upgrades(chain, escrow, generationInUse(service.settings))
  const result = { id: recordId, externalID: row.id, receiptURI: '', status: FAILED }
  const args = [BigInt(row.product.serviceId), result] as const
  const call = { address: escrow.manager, abi: escrowAbi, functionName: 'registerERC20Fulfillment', args } as const
  // Not simulated before an upgrade, which changes the code that answers. A call that reverts is tried again.
  if (upgrading.length === 0) await chain.client.simulateContract({ ...call, account: chain.treasury })
  await chain.sendAsTreasury([...upgrading, { to: escrow.manager, data: encodeFunctionData(call) }], (all) => {
    const signed = all.at(-1)
    if (!signed) return
    const change = { refund: 'sent', refundHash: signed.hash, refundRaw: signed.raw } as const
    service.ledger.change(row.id, change, service.clock.now())
  })
  return true
}

/** Returns whether a sent refund only authorizes the payer to claim it. */
export function isAuthorization({ contracts: { escrow } }: Chain, { refundRaw }: RegistrationRow): boolean {
  const to = refundRaw === null ? null : parseTransaction(refundRaw as Hex).to
  return Boolean(escrow && to && isAddressEqual(to, escrow.manager))
}

/** Returns the id of a payment's record in the escrow; null where it made none. */
async function findRecord(chain: Chain, { vault }: Escrow, { hash }: RegistrationRow): Promise<bigint | null> {
  const { logs } = await chain.client.getTransactionReceipt({ hash: hash as Hex })
  const received = parseEventLogs({ abi: escrowAbi, eventName: 'ERC20DepositReceived', logs })
  return received.find(({ address }) => isAddressEqual(address, vault))?.args.record.id ?? null
}
