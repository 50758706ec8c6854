import { isAddress } from 'viem'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { AllowanceView, AllowancesView } from '../../shared/allowances/views.ts'
import type { ClaimView } from '../../shared/claims/views.ts'
import { recipientView } from '../../shared/transfers/views.ts'
import { ago, changed, found, scriptedAddress } from './app.ts'
import type { Scripted } from './bridge.ts'
import { scriptedFee, scriptedNetworks } from './networks.ts'
import { plausible, type PartOf } from './plausible.ts'
import type { Answers, Script } from './script.ts'
import { scriptedClaim, scriptedClaimable, scriptedRevocation, scriptedTransfer } from './steps.ts'

const canceled = { isOverdue: false, feeActions: ['cancel' as const] }
const feeChange = () => ({ action: 'cancel' as const, at: ago(0) })

/** Answers about what takes one transaction: allowances, claims, and coins that are sent. */
export function stepAnswers(script: Script, emit: Scripted['emit']): Answers {
  return { ...allowanceAnswers(script), ...claimAnswers(script, emit), ...transferAnswers(script, emit) }
}

function allowanceAnswers(script: Script): Answers {
  const change = (to: (one: AllowanceView) => AllowanceView['revoking']): AllowancesView =>
    (script.allowances = script.allowances.map((network) => ({
      ...network,
      allowances: network.allowances.map((one) => ({ ...one, revoking: to(one) })),
    })))
  return {
    'allowances.list': () => script.allowances,
    'allowances.offerRevoke': { ...scriptedFee, simulated: true },
    'allowances.confirmRevoke': () =>
      change(({ revoking }) => revoking ?? scriptedRevocation(1, { createdAt: ago(0) })),
    'allowances.offerFee': scriptedFee,
    'allowances.confirmFee': ({ id }) =>
      change(({ revoking }) => (revoking?.id === id ? { ...revoking, ...canceled, feeChange: feeChange() } : revoking)),
  }
}

function claimAnswers(script: Script, emit: Scripted['emit']): Answers {
  let offered = ''
  const claimable = (purchaseId: string) =>
    script.claimables.find((one) => one.purchaseId === purchaseId) ??
    scriptedClaimable(purchaseId, { state: 'none', amount: null })
  const put = (claim: ClaimView): ClaimView => {
    script.claimables = script.claimables.map((one) =>
      claim.purchaseIds.includes(one.purchaseId) ? { ...one, state: 'claiming', claim } : one,
    )
    emit('claim.changed', claim)
    return claim
  }
  return {
    'claims.find': ({ purchaseId }) => claimable(purchaseId),
    'claims.offer'({ purchaseId }) {
      offered = purchaseId
      const amount = claimable(purchaseId).amount ?? '0'
      return {
        ...scriptedFee,
        simulated: true,
        amount,
        tokenSymbol: 'USDC',
        recipient: scriptedAddress,
        purchaseIds: [offered],
      }
    },
    'claims.confirm': () => put(scriptedClaim(offered, { createdAt: ago(0) })),
    'claims.offerFee': scriptedFee,
    'claims.confirmFee'({ id }) {
      const { claim } = found(script.claimables, (one) => one.claim?.id === id)
      return put({ ...(claim as ClaimView), ...canceled, feeChange: feeChange() })
    },
  }
}

function transferAnswers(script: Script, emit: Scripted['emit']): Answers {
  const find = (id: string) => found(script.transfers, (one) => one.id === id)
  let offered: PartOf<RequestOutput<'transfers.offer'>> = {}
  return {
    'transfers.check': ({ to }) => {
      const address = to.trim()
      if (!isAddress(address, { strict: false })) return { problem: 'not-an-address' }
      return { address, name: nameOf(script, address) }
    },
    'transfers.offer': (input) => (offered = offerOf(script, input)),
    'transfers.confirm'() {
      const { recipient, name, networkKey, networkName, token, symbol, amount } = offered
      const sent = scriptedTransfer(0, {
        ...{ id: '0b6c1f5e-6a53-4c0f-9a10-0000000001ff', createdAt: ago(0), state: 'signed', networkFee: null },
        ...{ recipient, name, networkKey, networkName, token, symbol, amount, feeActions: ['speed-up', 'cancel'] },
      })
      script.transfers = [sent, ...script.transfers]
      return sent
    },
    'transfers.list': ({ offset, limit }) => ({
      transfers: script.transfers.slice(offset, offset + limit),
      total: script.transfers.length,
    }),
    'transfers.get': ({ id }) => find(id),
    'transfers.offerFee': scriptedFee,
    'transfers.confirmFee'({ id }) {
      script.transfers = changed(script.transfers, 'id', { id, feeChange: feeChange() })
      emit('transfer.changed', find(id))
      return find(id)
    },
    'recipients.list': () => script.recipients,
    'recipients.add': ({ name, address: typed }) => {
      const address = typed.trim()
      if (!isAddress(address, { strict: false }))
        throw new AppError('invalid-input', 'No address', { details: { reason: 'not-an-address' } })
      if (nameOf(script, address) !== null)
        throw new AppError('not-allowed', 'There', { details: { reason: 'recipient-known' } })
      const added = plausible(recipientView, { id: crypto.randomUUID(), name, address })
      return (script.recipients = [...script.recipients, added])
    },
    'recipients.rename': (input) => (script.recipients = changed(script.recipients, 'id', input)),
    'recipients.remove': ({ id }) => (script.recipients = script.recipients.filter((one) => one.id !== id)),
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
    ...{ from: scriptedAddress, recipient, name: nameOf(script, recipient), networkKey, networkName: network.name },
    ...{ token, symbol, amount: amount ?? '1194.088812', left: amount === null ? '0' : '1168.588812' },
    ...{ networkFeeAtMost: '0.000104578125378', nativeSymbol: network.native.symbol, nativeLeft: '0.481134' },
    ...{ simulated: true, expiresAt: ago(-1) },
  }
}
