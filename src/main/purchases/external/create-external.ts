import type { Hash } from 'viem'
import type { ExternalPaymentView } from '../../../shared/external/views.ts'
import type { AttentionView } from '../../../shared/purchases/attention-views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import type { PurchaseContext } from '../purchase-context.ts'
import {
  denyReturn,
  dismissArrival,
  lookByHash,
  registerArrival,
  returnArrival,
  stopExternal,
  storeEndedBlock,
} from './answer-external.ts'
import { isWatched, type ExternalPayment } from './external-payment.ts'
import { findExternal, viewExternal, viewExternals, type ArrivalPlace } from './external-book.ts'
import { listFindings, listOpen, listQuestioned } from './external-repository.ts'
import { nameCoins } from './name-coins.ts'
import { listUnusedCoins } from './unused-coins-repository.ts'
import { newestPriceOf, searchBefore } from './replace-external.ts'
import { createExternalWatch } from './watch-external.ts'

/** Payments that another wallet is asked to make. */
export interface ExternalPayments {
  get(id: string): ExternalPaymentView
  /** Lists those that are awaited, have a question or coins that no purchase uses, newest first. */
  list(): ExternalPaymentView[]
  /** Looks for a payment that was just asked for. */
  asked(id: string): ExternalPaymentView
  stop(id: string): Promise<ExternalPaymentView>
  look(id: string, hash: Hash | null): Promise<ExternalPaymentView>
  register(id: string, place: ArrivalPlace): Promise<ExternalPaymentView>
  dismiss(id: string, place: ArrivalPlace): ExternalPaymentView
  markReturned(id: string, place: ArrivalPlace): ExternalPaymentView
  denyReturn(id: string, place: ArrivalPlace): ExternalPaymentView
  /** Lists the payments with a question about what arrived. */
  attention(): AttentionView[]
}

/** Looks for them for as long as the process lives. */
export interface ExternalRunner extends ExternalPayments {
  /** Looks once more for a payment, and for its newest price, before another one replaces them. */
  search(id: string): Promise<void>
  /** Emits that a payment was replaced, and stores at which block. */
  replaced(id: string): Promise<void>
  /** Looks for all of them now. */
  start(): void
  end(): Promise<void>
}

/** Creates the external payments; `onPaid` is called once one became a purchase. */
export function createExternal(
  context: PurchaseContext,
  { onPaid }: { readonly onPaid: (id: string) => void },
): ExternalRunner {
  const { ledger } = context
  const watch = createExternalWatch(context, changed)
  const viewAll = (ids: readonly string[]): ExternalPaymentView[] => viewExternals(context, watch, ids)
  const view = (id: string): ExternalPaymentView => viewExternal(context, watch, id)

  function changed(ids: readonly string[]): void {
    for (const view of viewAll(ids)) {
      if (view.state === 'paid') onPaid(view.id)
      emitChanged(context, view)
    }
  }

  async function stopped(id: string): Promise<ExternalPaymentView> {
    // A silent network answers late, and nobody may pay by the code meanwhile.
    changed([id])
    await storeEndedBlock(context, id)
    return after(id)
  }

  /** Looks again after an answer: another payment may be certain now. */
  function after(id: string): ExternalPaymentView {
    changed([id])
    watch.lookFor(findExternal(context, id))
    return view(id)
  }

  return {
    ...createAnswers(context, changed, after),
    get(id) {
      // Someone may be paying an old one, which Till looks for rarely.
      watch.keepUp(findExternal(context, id))
      return view(id)
    },
    list: () => viewAll(listShown(context)).sort((one, other) => other.askedAt.localeCompare(one.askedAt)),
    asked(id) {
      watch.lookFor(findExternal(context, id))
      return view(id)
    },
    async stop(id) {
      stopExternal(context, id)
      return stopped(id)
    },
    async look(id, hash) {
      const payment = findExternal(context, id)
      watch.lookFor(payment)
      if (hash !== null) changed(await lookByHash(context, id, watch.groupOf(payment), hash))
      return view(id)
    },
    attention: () => viewAll(listQuestioned(ledger)).map((view) => toQuestion(ledger, view)),
    async search(id) {
      // Its newest price may be paid from another account, or to another address.
      for (const one of new Set([id, newestPriceOf(ledger, id)])) {
        const payment = findExternal(context, one)
        changed(await searchBefore(context, payment, watch.groupOf(payment)))
      }
    },
    replaced: async (id) => void (await stopped(id)),
    start() {
      nameCoins(context)
      watch.lookForAll()
    },
    end: watch.stop,
  }
}

/** Emits a changed payment; the requests held for a stopped one are released. */
function emitChanged(context: PurchaseContext, view: ExternalPaymentView): void {
  if (view.state === 'stopped') context.service(findExternal(context, view.id).profileId)?.budget.release(view.id)
  context.onExternal(view)
}

type Answers = Pick<ExternalPayments, 'register' | 'dismiss' | 'markReturned' | 'denyReturn'>

/** Creates the user's answers about what arrived; `after` returns the payment after one. */
function createAnswers(
  context: PurchaseContext,
  changed: (ids: readonly string[]) => void,
  after: (id: string) => ExternalPaymentView,
): Answers {
  function answering(answer: typeof dismissArrival): ExternalPayments['dismiss'] {
    return (id, place) => {
      answer(context, id, place)
      return after(id)
    }
  }
  return {
    async register(id, place) {
      const ids = await registerArrival(context, id, place)
      changed(ids)
      // It ended the waits for the other prices of the same wish.
      for (const other of ids) if (other !== id) await storeEndedBlock(context, other)
      return after(id)
    },
    dismiss: answering(dismissArrival),
    markReturned: answering(returnArrival),
    denyReturn: answering(denyReturn),
  }
}

/**
 * Lists the payments that are waited for or asked about, those of which something bought nothing and is not back, and stopped ones that are
 * looked for and that another account sent something for.
 */
function listShown(context: PurchaseContext): string[] {
  const { ledger, now } = context
  const isLookedFor = (payment: ExternalPayment): boolean => payment.ended === 'stopped' && isWatched(payment, now())
  const unused = listUnusedCoins(ledger).filter(
    ({ isOwn, isQuestion, isBack, paymentId }) =>
      !isQuestion && (isOwn ? !isBack : isLookedFor(findExternal(context, paymentId))),
  )
  return [...new Set([...listOpen(ledger), ...listQuestioned(ledger), ...unused.map(({ paymentId }) => paymentId)])]
}

/** Returns the question about what arrived for a payment, since its oldest open part. */
function toQuestion(ledger: ReadableDb, payment: ExternalPaymentView): AttentionView {
  const open = listFindings(ledger, payment.id).filter(({ answeredAt }) => answeredAt === null)
  const since = Math.min(...open.map(({ foundAt }) => foundAt))
  return { about: 'external-payment', raisedAt: new Date(since).toISOString(), payment }
}
