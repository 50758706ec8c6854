import { randomUUID } from 'node:crypto'
import type { Profile } from '../../shared/services/profile.ts'
import { getTransaction } from '../service/operations/get-transaction.ts'
import { getWallet } from '../service/operations/get-wallet.ts'
import type { Inquiry } from './inquiry.ts'

/** Requests the state of a wallet that the service cannot know. */
export async function checkWallet(inquiry: Inquiry, { integrator }: Profile, wallet: string): Promise<void> {
  const state = await inquiry.ask('wallet', (exchange) => getWallet(exchange, integrator, wallet))
  if (state !== null) inquiry.report('wallet', 'fits', state.known ? 'wallet.known' : 'wallet.unknown')
}

/** Requests a purchase that does not exist. */
export async function checkPurchase(inquiry: Inquiry, profile: Profile, wallet: string): Promise<void> {
  const found = await inquiry.attempt((exchange) => getTransaction(exchange, profile, wallet, randomUUID()))
  if ('trouble' in found) inquiry.fail('purchase', found.trouble)
  else if (found.value === null) inquiry.report('purchase', 'fits', 'purchase.absent')
  else inquiry.report('purchase', 'differs', 'purchase.present')
}
