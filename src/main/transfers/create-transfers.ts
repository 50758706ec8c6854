import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { RecipientCheckView, TransferOfferView, TransferView } from '../../shared/transfers/views.ts'
import type { FeeAction, FeeOfferView } from '../../shared/transactions/views.ts'
import type { ReadableDb } from '../db/connections.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { signUnderLock } from '../engine/account-locks.ts'
import { createSingleStepRunner } from '../engine/run-single-steps.ts'
import { checkRecipient, nameOf } from './check-recipient.ts'
import { confirmTransfer, transferExpired, type Consent } from './confirm-transfer.ts'
import { createTransferFees } from './fee-transfer.ts'
import { findCoin } from './find-coin.ts'
import { knownAddresses } from './known-addresses.ts'
import { offerTransfer, type TransferOffer, type Wish } from './offer-transfer.ts'
import { openRecipients, type Recipients } from './recipients.ts'
import { listOpenTransfers, listTransfers, readTransfer, type TransferRecord } from './transfer-repository.ts'
import { toTransferView } from './transfer-view.ts'
import type { TransfersContext } from './transfers-context.ts'
import { warnOf } from './warn.ts'

/** The transfers as the app uses them. */
export interface Transfers {
  readonly recipients: Recipients
  /** Checks a recipient without a request to the network. */
  check(input: RequestArgument<'transfers.check'>): RecipientCheckView
  /** Returns the cost and effect of a transfer. */
  offer(wish: Wish): Promise<TransferOfferView>
  /** Signs and sends the last offer; returns once it is stored. */
  confirm(consent: Consent): Promise<TransferView>
  list(page: RequestArgument<'transfers.list'>): RequestOutput<'transfers.list'>
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
  networkMoved(): void
  stop(): Promise<void>
}

/** Creates the transfers; nothing runs before it is nudged. */
export function createTransfers(context: TransfersContext): Transfers {
  const { ledger } = context
  let offer: TransferOffer | null = null
  const find = (id: string): TransferRecord => findTransfer(ledger, id)

  const runner = createSingleStepRunner(context, {
    what: 'transfer',
    kind: 'send',
    listOpen: () => listOpenTransfers(ledger),
    read: (id) => readTransfer(ledger, id),
    onChanged: (id) => context.onChanged(view(find(id))),
  })
  const fees = createTransferFees(context, find)

  const view = (record: TransferRecord): TransferView => toTransferView(context, record, runner.waitOf(record.id))

  function goOn(id: string): TransferView {
    runner.poll(id)
    const now = view(find(id))
    context.onChanged(now)
    return now
  }

  return {
    recipients: openRecipients(context),
    check: (input) => checkWish(context, input),
    async offer(wish) {
      offer = null
      offer = await offerTransfer(context, wish)
      return offer.view
    },
    async confirm(consent) {
      const one = offer
      if (one?.view.offerKey !== consent.offerKey) throw transferExpired()
      const { chainInstance, bounds } = one
      const id = await signUnderLock(context, { chainInstance, from: bounds.from }, async () => {
        // A second press is idempotent.
        if (offer !== one) throw transferExpired()
        const signed = await confirmTransfer(context, one, consent)
        if (offer === one) offer = null
        return signed
      })
      return goOn(id)
    },
    list(page) {
      const { transfers, total } = listTransfers(ledger, page)
      return { transfers: transfers.map(view), total }
    },
    get: (id) => view(find(id)),
    attention: () =>
      runner.overdue().map(({ id, raisedAt }) => ({ about: 'transfer', raisedAt, transfer: view(find(id)) })),
    offerFee: fees.offer,
    async confirmFee(id, offerKey, acceptFee) {
      await fees.confirm(id, offerKey, acceptFee)
      return goOn(id)
    },
    start: () => runner.start(),
    nudge: () => runner.poll(),
    networkMoved() {
      for (const shown of readOpen(ledger).map(view))
        if (shown.state === 'signed' || shown.isOverdue) context.onChanged(shown)
    },
    stop: runner.stop,
  }
}

function findTransfer(ledger: ReadableDb, id: string): TransferRecord {
  const found = readTransfer(ledger, id)
  if (found === null) throw new AppError('not-found', 'Nothing of that was sent')
  return found
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

/** Returns the open transfers whose records can be read. */
function readOpen(ledger: ReadableDb): TransferRecord[] {
  return listOpenTransfers(ledger).flatMap((id) => nullIfDamaged(() => readTransfer(ledger, id)) ?? [])
}
