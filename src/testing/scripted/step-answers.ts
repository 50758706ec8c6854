import { isAddress } from 'viem'
import { scriptedOffer, scriptedTransfer } from '../fixtures/steps.ts'
import { scriptedAddress } from '../fixtures/app.ts'
import { found } from './found.ts'
import { scriptedFee, scriptedNetworks } from '../fixtures/networks.ts'
import { nameOfOwner } from './purchase-answers.ts'
import type { Answers, Script } from './script.ts'

/** Returns answers about single transactions: revocations, claims and transfers. Tests set their outcome. */
export function stepAnswers(script: Script): Answers {
  const claimable = (id: string) => script.claimables.find(({ purchaseId }) => purchaseId === id)
  const nameOf = (address: string): string | null =>
    script.people.find(({ addresses }) => addresses.some((one) => one.toLowerCase() === address.toLowerCase()))?.name ??
    null
  return {
    'allowances.list': () => script.allowances,
    'allowances.offerRevoke': scriptedFee,
    'allowances.offerFee': scriptedFee,
    'claims.find': ({ purchaseId }) => claimable(purchaseId) ?? { state: 'none', tokenSymbol: 'USDC' },
    'claims.offer': ({ purchaseId }) => ({
      ...scriptedFee,
      tokenSymbol: 'USDC',
      recipient: scriptedAddress,
      amount: claimable(purchaseId)?.amount ?? '0',
      purchaseIds: [purchaseId],
    }),
    'claims.offerFee': scriptedFee,
    'transfers.check': ({ to }) => {
      const address = to.trim()
      return isAddress(address, { strict: false }) ? { address, name: nameOf(address) } : { problem: 'not-an-address' }
    },
    'transfers.offer': ({ to, networkKey, token, amount }) => ({
      ...scriptedOffer(
        found(scriptedNetworks, ({ key }) => key === networkKey),
        token,
      ),
      recipient: to.trim() as `0x${string}`,
      name: nameOf(to.trim()),
      amount: amount ?? '1194.088812',
      left: amount === null ? '0' : '1168.588812',
    }),
    'transfers.confirm'() {
      const sent = scriptedTransfer(0, { state: 'signed', networkFee: null, feeActions: ['speed-up', 'cancel'] })
      script.transfers = [sent, ...script.transfers]
      return sent
    },
    'transfers.list': ({ text }) => ({
      transfers: script.transfers.filter(({ symbol }) => symbol.includes(text)),
      notes: script.sentNotes,
    }),
    'transfers.offerFee': scriptedFee,
    'people.list': () => script.people,
    'people.owner': ({ to, ...product }) => nameOfOwner(script, to, product),
    'people.boughtFor': () => script.boughtFor,
    'people.suggested': () => script.suggestedPeople,
    'notes.get': () => ({ note: '', tags: [], known: [] }),
  }
}
