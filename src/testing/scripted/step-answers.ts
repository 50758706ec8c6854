import { isAddress } from 'viem'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { scriptedTransfer } from '../fixtures/steps.ts'
import { ago } from '../fixtures/ago.ts'
import { scriptedAddress } from '../fixtures/app.ts'
import { found } from './found.ts'
import { scriptedFee, scriptedNetworks } from '../fixtures/networks.ts'
import type { PartOf } from '../plausible.ts'
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
    'transfers.offer': ({ to, amount, ...input }) => ({
      ...offerOf(input),
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

type Coin = Pick<RequestArgument<'transfers.offer'>, 'networkKey' | 'token'>

function offerOf({ networkKey, token }: Coin): PartOf<RequestOutput<'transfers.offer'>> {
  const network = found(scriptedNetworks, ({ key }) => key === networkKey)
  const { symbol } = network.tokens.find(({ address }) => address === token) ?? network.native
  return {
    from: scriptedAddress,
    networkName: network.name,
    symbol,
    networkFeeAtMost: '0.000104578125378',
    networkFeeInDollars: '0.313734376134',
    nativeSymbol: network.native.symbol,
    nativeLeft: '0.481134',
    simulated: true,
    expiresAt: ago(-1),
  }
}
