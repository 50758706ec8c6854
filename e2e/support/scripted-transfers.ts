import { AppError } from '../../src/shared/errors.ts'
import type { RequestArgument, RequestName, RequestOutput } from '../../src/shared/contract.ts'
import type {
  RecipientCheckView,
  RecipientView,
  TransferOfferView,
  TransferView,
} from '../../src/shared/transfers/views.ts'
import { scriptedApp, scriptedNetworks } from './scripted-state.ts'

type TransferRequest = Extract<RequestName, `transfers.${string}` | `recipients.${string}`>
type Handlers = { [N in TransferRequest]: (input: RequestArgument<N>) => RequestOutput<N> }

export interface TransfersScript {
  app: RequestOutput<'app.get'>
  transfers: TransferView[]
  recipients: RecipientView[]
  /** What the next checks of a recipient say beside the plain one. */
  check: Partial<RecipientCheckView>
  /** What the next offers to send say beside the plain one. */
  sending: Partial<TransferOfferView>
  /** The cap that the next fees are above; null for fees that are not. */
  passedCap: string | null
}

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ana = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const DAY = 24 * 3_600_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()

export const scriptedRecipients: RecipientView[] = [
  {
    id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a1',
    name: 'Ana',
    address: ana,
    firstUsed: ago(40 * DAY),
    lastUsed: ago(DAY),
  },
  {
    id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a2',
    name: 'Savings at the exchange',
    address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    firstUsed: null,
    lastUsed: null,
  },
]

/** Coins sent to Ana `number` days ago, but for what `given` says. */
export function scriptedTransfer(number: number, given: Partial<TransferView> = {}): TransferView {
  return {
    id: `0b6c1f5e-6a53-4c0f-9a10-0000000001${String(number).padStart(2, '0')}`,
    createdAt: ago(number * DAY + 12 * 60_000),
    state: 'final',
    from: scriptedApp.wallet?.address ?? ana,
    recipient: ana,
    name: 'Ana',
    networkKey: 'harbor',
    networkName: 'Harbor',
    token: usdc,
    symbol: 'USDC',
    amount: '25.5',
    nativeSymbol: 'ETH',
    networkFee: '0.000054578125378',
    hash: `0x${String(number).padStart(2, '0').repeat(32)}`,
    explorerUrl: 'https://explorer.example/tx/0x1',
    waitingFor: null,
    isOverdue: false,
    networkTrouble: null,
    feeActions: [],
    feeChange: null,
    ...given,
  }
}

/** What a scripted Till answers about coins that are sent. */
export function createScriptedTransfers(script: TransfersScript, emit: (transfer: TransferView) => void): Handlers {
  const find = (id: string): TransferView => {
    const found = script.transfers.find((one) => one.id === id)
    if (!found) throw new AppError('not-found', 'Nothing of that was sent')
    return found
  }
  const unlocked = (): void => {
    if (script.app.locked) throw new AppError('locked', 'Locked')
  }
  const nameOf = (address: string): string | null =>
    script.recipients.find((one) => one.address.toLowerCase() === address.toLowerCase())?.name ?? null
  let offered: TransferOfferView | null = null

  return {
    'transfers.check': ({ to }) => {
      const isAddress = /^0x[0-9a-fA-F]{40}$/.test(to.trim())
      return {
        address: isAddress ? (to.trim() as typeof ana) : null,
        problem: isAddress ? null : 'not-an-address',
        name: isAddress ? nameOf(to.trim()) : null,
        warnings: [],
        ...script.check,
      }
    },
    'transfers.offer': ({ to, networkKey, token, amount }) => {
      const network = scriptedNetworks.find(({ key }) => key === networkKey)
      const coin = network?.tokens.find(({ address }) => address === token)
      const symbol = coin?.symbol ?? network?.native.symbol ?? ''
      return (offered = {
        offerKey: '0b6c1f5e-6a53-4c0f-9a10-0000000000ee',
        from: scriptedApp.wallet?.address ?? ana,
        recipient: to.trim() as typeof ana,
        name: nameOf(to.trim()),
        networkKey,
        networkName: network?.name ?? '',
        token,
        symbol,
        amount: amount ?? '1194.088812',
        networkFeeAtMost: '0.000104578125378',
        nativeSymbol: network?.native.symbol ?? '',
        left: amount === null ? '0' : '1168.588812',
        nativeLeft: '0.481134',
        simulated: true,
        warnings: [],
        typeGroup: null,
        problems: [],
        expiresAt: new Date(Date.now() + 60_000).toISOString(),
        ...script.sending,
      })
    },
    'transfers.confirm': ({ typed }) => {
      unlocked()
      if (offered === null) throw new AppError('quote-expired', 'Old', { details: { reason: 'sending' } })
      const { recipient, typeGroup, name, networkKey, networkName, token, symbol, amount } = offered
      const group = typeGroup === null ? null : recipient.slice(2 + typeGroup * 4, 6 + typeGroup * 4)
      if (group !== null && typed?.toLowerCase() !== group.toLowerCase())
        throw new AppError('invalid-input', 'Typed', { details: { reason: 'typed-group' } })
      const sent = scriptedTransfer(0, {
        ...{ id: '0b6c1f5e-6a53-4c0f-9a10-0000000001ff', createdAt: new Date().toISOString(), state: 'signed' },
        ...{ recipient, name, networkKey, networkName, token, symbol, amount, networkFee: null },
        feeActions: ['speed-up', 'cancel'],
      })
      script.transfers = [sent, ...script.transfers]
      return sent
    },
    'transfers.list': ({ offset, limit }) => ({
      transfers: script.transfers.slice(offset, offset + limit),
      total: script.transfers.length,
    }),
    'transfers.get': ({ id }) => find(id),
    'transfers.offerFee': ({ action }) => ({
      offerKey: '00000000-0000-4000-8000-00000000000d',
      action,
      networkFeeAtMost: action === 'cancel' ? '0.000083156250756' : '0.000239402501134',
      nativeSymbol: 'ETH',
      passedCap: script.passedCap,
    }),
    'transfers.confirmFee': ({ id }) => {
      unlocked()
      const changed = { ...find(id), feeChange: { action: 'cancel', at: new Date().toISOString() } as const }
      script.transfers = script.transfers.map((one) => (one.id === id ? changed : one))
      emit(changed)
      return changed
    },
    'recipients.list': () => script.recipients,
    'recipients.add': ({ name, address }) => {
      unlocked()
      if (!/^0x[0-9a-fA-F]{40}$/.test(address.trim()))
        throw new AppError('invalid-input', 'No address', { details: { reason: 'not-an-address' } })
      if (nameOf(address.trim()) !== null)
        throw new AppError('not-allowed', 'There', { details: { reason: 'recipient-known' } })
      const id = crypto.randomUUID()
      const added = { id, name, address: address.trim() as typeof ana, firstUsed: null, lastUsed: null }
      return (script.recipients = [...script.recipients, added])
    },
    'recipients.rename': ({ id, name }) => {
      unlocked()
      return (script.recipients = script.recipients.map((one) => (one.id === id ? { ...one, name } : one)))
    },
    'recipients.remove': ({ id }) => {
      unlocked()
      return (script.recipients = script.recipients.filter((one) => one.id !== id))
    },
  }
}
