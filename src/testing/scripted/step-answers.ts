import { isAddress } from 'viem'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { scriptedTransfer } from '../fixtures/steps.ts'
import { ago, found, scriptedAddress } from './app.ts'
import { scriptedFee, scriptedNetworks } from './networks.ts'
import type { PartOf } from './plausible.ts'
import type { Answers, Script } from './script.ts'

/** Returns answers about single transactions: revocations, claims and transfers. Tests set their outcome. */
export function stepAnswers(script: Script): Answers {
  const claimable = (purchaseId: string) => script.claimables.find((one) => one.purchaseId === purchaseId)
  return {
    'allowances.list': () => script.allowances,
    'allowances.offerRevoke': { ...scriptedFee, simulated: true },
    'allowances.confirmRevoke': () => script.allowances,
    'allowances.offerFee': scriptedFee,
    'claims.find': ({ purchaseId }) => claimable(purchaseId) ?? { state: 'none', tokenSymbol: 'USDC' },
    'claims.offer': ({ purchaseId }) => {
      const amount = claimable(purchaseId)?.amount ?? '0'
      const offer = { ...scriptedFee, simulated: true, tokenSymbol: 'USDC', recipient: scriptedAddress } as const
      return { ...offer, amount, purchaseIds: [purchaseId] }
    },
    'claims.offerFee': scriptedFee,
    'transfers.check': ({ to }) => {
      const address = to.trim()
      if (!isAddress(address, { strict: false })) return { problem: 'not-an-address' }
      return { address, name: nameOf(script, address) }
    },
    'transfers.offer': (input) => offerOf(script, input),
    'transfers.confirm'() {
      const sent = scriptedTransfer(0, { state: 'signed', networkFee: null, feeActions: ['speed-up', 'cancel'] })
      script.transfers = [sent, ...script.transfers]
      return sent
    },
    'transfers.list': ({ offset, limit }) => ({
      transfers: script.transfers.slice(offset, offset + limit),
      total: script.transfers.length,
    }),
    'transfers.get': ({ id }) => found(script.transfers, (one) => one.id === id),
    'transfers.offerFee': scriptedFee,
    'recipients.list': () => script.recipients,
  }
}

function nameOf({ recipients }: Script, address: string): string | null {
  return recipients.find((one) => one.address.toLowerCase() === address.toLowerCase())?.name ?? null
}

function offerOf(
  script: Script,
  { to, networkKey, token, amount }: RequestArgument<'transfers.offer'>,
): PartOf<RequestOutput<'transfers.offer'>> {
  const recipient = to.trim() as `0x${string}`
  const network = found(scriptedNetworks, ({ key }) => key === networkKey)
  const { symbol } = network.tokens.find(({ address }) => address === token) ?? network.native
  return {
    from: scriptedAddress,
    recipient,
    name: nameOf(script, recipient),
    networkKey,
    networkName: network.name,
    token,
    symbol,
    amount: amount ?? '1194.088812',
    left: amount === null ? '0' : '1168.588812',
    networkFeeAtMost: '0.000104578125378',
    nativeSymbol: network.native.symbol,
    nativeLeft: '0.481134',
    simulated: true,
    expiresAt: ago(-1),
  }
}
