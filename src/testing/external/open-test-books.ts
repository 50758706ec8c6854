import type { Address, Hash } from 'viem'
import { createActivity } from '../../main/activity/create-activity.ts'
import { createBookkeeping, type Bookkeeping } from '../../main/bookkeeping/create-bookkeeping.ts'
import type { SpentRecord } from '../../main/bookkeeping/spent-record.ts'
import { knownRecipients } from '../../main/engine/known-recipients.ts'
import { writeForeignPayment } from '../../main/history/foreign-payments-repository.ts'
import { writeReceived, writeSearch } from '../../main/history/received-repository.ts'
import { ownersAmong } from '../../main/people/owner-of.ts'
import { readDeliveryOrNull } from '../../main/purchases/delivery.ts'
import type { PurchaseContext } from '../../main/purchases/purchase-context.ts'
import { figuresOf } from '../../main/purchases/purchase-figures.ts'
import { readSoundPurchase } from '../../main/purchases/purchase-repository.ts'
import { spanOf } from '../../shared/periods.ts'
import type { ActivityView } from '../../shared/wallet/activity-views.ts'
import { inEnglish } from '../exports/read-table.ts'
import { from, openTestLedger, terms } from '../purchases/ledger.ts'

/** A moment in the month that the tests read. */
export const at = spanOf('2026-11').from + 1
/** Where the account of the tests receives. */
export const place = { chainInstance: '7:0x0', address: from }
export const stranger: Address = `0x${'9'.repeat(40)}`
export const hashOf = (digit: number): Hash => `0x${String(digit).repeat(64)}`
/** What the service says of a payment that bought something elsewhere. */
export const bought = { transactionId: 'spend-9', product: 'Elm', status: 'COMPLETE' }
/** The bytes of a payment, as a node shows them. */
export const bytes = { raw: '0x02', to: null, data: '0x', value: 0n, chainId: 7, feeAtMost: 9n } as const

/** A ledger, and what the activity, the months and an export say of it. */
export interface TestBooks {
  readonly context: PurchaseContext
  readonly bookkeeping: Bookkeeping
  /** The account whose activity is listed. */
  account: Address
  moved(): ActivityView[]
  exported(): SpentRecord[]
  /** Stores coins that the account received in `block`, and makes that final. */
  receive(block: number, units: bigint, sender?: Address): void
  makeFinal(block: number): void
  /** Stores that the service lists a payment as made elsewhere, and what it bought if that is known. */
  list(hash: Hash, spend?: typeof bought): void
  dispose(): void
}

/** Opens empty books. */
export function openTestBooks(): TestBooks {
  const ledgerOfTest = openTestLedger()
  const { ledger } = ledgerOfTest.context
  const partial: Partial<PurchaseContext> = {
    ...ledgerOfTest.context,
    now: () => at,
    recipients: { ...knownRecipients(ledger, () => at), remember: () => undefined },
    service: () => null,
  }
  const context = partial as PurchaseContext
  const purchases = {
    booked(id: string) {
      const record = readSoundPurchase(ledger, id)
      return record && figuresOf(record, readDeliveryOrNull(context, id))
    },
  }
  const people = { owners: () => ownersAmong([]) }
  const bookkeeping = createBookkeeping({ ...context, now: () => 0, people, purchases })
  const activity = createActivity({
    ledger,
    address: () => books.account,
    explorerOf: () => null,
    nativeOf: () => null,
    purchases,
    people,
    transfers: {
      get() {
        throw new Error('Nothing is sent here')
      },
    },
  })
  const books: TestBooks = {
    context,
    bookkeeping,
    account: from,
    moved: () => activity.list({ after: null, limit: 100 }).entries,
    exported() {
      const { text } = bookkeeping.export({ of: null, format: 'json', table: inEnglish, references: 'whole' })
      return (JSON.parse([...text].join('')) as { purchases: SpentRecord[] }).purchases
    },
    receive(block, units, sender = terms.payment.recipient) {
      const { address: token, symbol, decimals } = terms.token
      const coin = { token: token as Address, symbol, decimals, units, from: sender }
      const blockNumber = BigInt(block)
      writeReceived(ledger, place, { from: blockNumber, to: blockNumber }, [
        {
          ...coin,
          hash: hashOf(block % 10),
          ordinal: 0,
          blockNumber,
          networkName: 'Harbour',
          happenedAt: at + block,
        },
      ])
      books.makeFinal(block)
    },
    makeFinal: (block) => writeSearch(ledger, place, { first: 1n, next: BigInt(block) + 1n }),
    list(hash, spend) {
      const payment = { hash, token: 'USDC', amount: '2', happenedAt: new Date(at).toISOString() }
      const account = { profileId: 'p', address: from }
      writeForeignPayment(ledger, account, { ...payment, ...(spend && { spend }) }, at)
    },
    dispose: ledgerOfTest.dispose,
  }
  return books
}
