import type { Address } from 'viem'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { RecipientCheckView, TransferOfferView, TransferView } from '../../shared/transfers/views.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import { createNewestOffer } from '../engine/single-steps/newest-offer.ts'
import { createSingleStepIntents } from '../engine/single-steps/single-step-intents.ts'
import { checkRecipient, nameOf } from './check-recipient.ts'
import { confirmTransfer, transferExpired, type Consent } from './confirm-transfer.ts'
import { createTransferFees } from './fee-transfer.ts'
import { findCoin } from './find-coin.ts'
import { knownAddresses } from './known-addresses.ts'
import { offerTransfer, type TransferOffer, type Wish } from './offer-transfer.ts'
import { searchTransfers } from './search-transfers.ts'
import { noteLine } from '../notes/sealed-note.ts'
import { listOpenTransfers, readTransfer, type TransferRecord } from './transfer-repository.ts'
import { toTransferView } from './transfer-view.ts'
import type { TransfersContext } from './transfers-context.ts'
import { warnOf } from './warn.ts'

/** The transfers as the app uses them. */
export interface Transfers {
  /** Checks a recipient without a request to the network. */
  check(input: RequestArgument<'transfers.check'>): RecipientCheckView
  /** Returns the cost and effect of a transfer. */
  offer(wish: Wish): Promise<TransferOfferView>
  /** Signs and sends the last offer; returns once it is stored. */
  confirm(consent: Consent): Promise<TransferView>
  list(input: RequestArgument<'transfers.list'>): Promise<RequestOutput<'transfers.list'>>
  get(id: string): TransferView
  /** Lists transfers that wait longer than their profile allows. */
  attention(): AttentionView[]
  offerFee(id: string, action: FeeAction): Promise<FeeOfferView>
  /** Signs and sends the offer; `acceptFee` requires the password. */
  confirmFee(id: string, offerKey: string, acceptFee: boolean): Promise<TransferView>
  /** Resumes open transfers, and reviews settled ones; must be called only once. */
  start(): void
  /** Resumes open transfers; called whenever the connection is back. */
  nudge(): void
  /** Notifies of everything that waits for a block after a network's trouble changed. */
  networkChanged(): void
  stop(): Promise<void>
}

/** Creates the transfers; nothing runs before it is nudged. */
export function createTransfers(context: TransfersContext): Transfers {
  const { ledger } = context
  const offers = createNewestOffer(context, accountOf, transferExpired)
  const transfers = createSingleStepIntents<TransferRecord, TransferView>(context, {
    what: 'transfer',
    kind: 'send',
    listOpen: () => listOpenTransfers(ledger),
    read: (id) => readTransfer(ledger, id),
    toView: (transfer, wait) => toTransferView(context, transfer, wait),
    onChanged: (id) => context.onChanged(transfers.get(id)),
  })
  const fees = createTransferFees(context, transfers.find)

  function follow(id: string): TransferView {
    transfers.poll(id)
    const shown = transfers.get(id)
    context.onChanged(shown)
    return shown
  }

  return {
    check: (input) => checkWish(context, input),
    async offer(wish) {
      offers.drop()
      return offers.put(await offerTransfer(context, wish))
    },
    async confirm(consent) {
      return follow(await offers.sign(consent.offerKey, (offer) => confirmTransfer(context, offer, consent)))
    },
    async list(input) {
      const { transfers: records, total } = await searchTransfers(context, input)
      const notes = records.map(({ id }) => [id, noteLine(context, id)] as const).filter(([, line]) => line !== '')
      return { transfers: records.map(transfers.view), total, notes: Object.fromEntries(notes) }
    },
    get: transfers.get,
    attention: () =>
      transfers.listOverdue().map(({ raisedAt, shown }) => ({ about: 'transfer', raisedAt, transfer: shown })),
    offerFee: fees.offer,
    async confirmFee(id, offerKey, acceptFee) {
      await fees.confirm(id, offerKey, acceptFee)
      return follow(id)
    },
    start: transfers.start,
    nudge: () => transfers.poll(),
    networkChanged() {
      for (const delayed of transfers.listDelayed()) context.onChanged(delayed)
    },
    stop: transfers.stop,
  }
}

function accountOf({ chainInstance, bounds }: TransferOffer): {
  readonly chainInstance: string
  readonly from: Address
} {
  return { chainInstance, from: bounds.from }
}

function checkWish(
  context: TransfersContext,
  { to, ...wanted }: RequestArgument<'transfers.check'>,
): RecipientCheckView {
  const coin = findCoin(context, wanted)
  const from = context.wallet.address()
  if (from === null) throw new AppError('no-wallet', 'There is no wallet yet')
  const checked = checkRecipient(to, { from, token: coin.token })
  if ('problem' in checked) return { address: null, problem: checked.problem, name: null, warnings: [] }
  const { address } = checked
  const known = knownAddresses(context, coin.network, null)
  const warnings = warnOf({
    recipient: address,
    known,
    isContract: null,
    wasUsed: null,
    copied: [],
    // The review shows it, and asks for an answer.
    isUnanswered: false,
  })
  return { address, problem: null, name: nameOf(known, address), warnings }
}
