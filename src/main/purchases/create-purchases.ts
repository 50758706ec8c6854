import { createBuying, type Buying } from './buy.ts'
import { createExternal, type ExternalPayments } from './external/create-external.ts'
import { createKnownNumbers, type KnownNumbers } from './phone-numbers/known-numbers.ts'
import { listRecipients, type Recipient } from './phone-numbers/list-recipients.ts'
import { createInterventions, type Interventions } from './intervene.ts'
import type { ProfileService } from '../service/service-client.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { storeFee } from './quote/store-fee.ts'
import type { Priced } from './quote/offer.ts'
import { requestQuote } from './quote/request-quote.ts'
import { createRecentIds } from './recent-ids.ts'
import { createRegistrationResources } from './register/registration-resources.ts'
import { createPurchaseViews, type PurchaseViews } from './show-purchases.ts'
import { createPurchaseRunner } from './track/run-purchases.ts'

/** The purchases as the app uses them. */
export interface Purchases extends PurchaseViews, Buying, Interventions {
  /** Returns why a valid recipient of a product is probably not the one that is meant, by earlier deliveries and saved people. */
  readonly doubtNumber: KnownNumbers['doubt']
  /** Learns a service's fee from one price that cannot be paid. It names neither payer nor recipient. */
  askFee(service: ProfileService, priced: Priced, signal?: AbortSignal): Promise<void>
  /** Lists the recipients of the last deliveries, newest first. */
  recipients(): Promise<Recipient[]>
  /** The payments that other wallets are asked to make. */
  readonly external: ExternalPayments
  /** Checks a purchase now, ahead of its schedule. */
  poll(id: string): void
  start(): void
  /** Takes up everything open again, after the disk failed. */
  takeUp(): void
  /** Checks everything now, for example because the connection is back. */
  nudge(): void
  stop(): Promise<void>
}

/** More purchases than anyone views at the same time. */
const SHOWN_AT_ONCE = 20

/** Creates the purchases; nothing runs before `start`. `logo` turns a service's picture address into one of the app's own. */
export function createPurchases(context: PurchaseContext, logo: (url: string) => string | null): Purchases {
  /** The purchases that may be on screen: only for these is a changed wait emitted. */
  const shown = createRecentIds(SHOWN_AT_ONCE)
  const giveUp = new AbortController()
  const resources = createRegistrationResources(giveUp.signal, context.monotonic)
  const runner = createPurchaseRunner(context, resources, (id) => {
    if (shown.has(id)) context.onChanged(id)
  })
  const views = createPurchaseViews(context, { shown, waitsOf: runner.waitsOf, logo })
  const follower = { poll: (id: string) => runner.nudge(id), get: views.get }
  const external = createExternal(context, {
    onPaid(id) {
      runner.nudge(id)
      context.onChanged(id)
    },
  })

  return {
    ...views,
    ...createBuying(context, follower, external),
    ...createInterventions(context, resources, follower),
    doubtNumber: createKnownNumbers(context).doubt,
    async askFee(service, priced, signal) {
      storeFee(context, service, priced, await requestQuote(service, priced, null, signal))
    },
    recipients: () => listRecipients(context),
    poll: follower.poll,
    external,
    start() {
      runner.start()
      external.start()
    },
    takeUp: runner.takeUp,
    nudge() {
      runner.nudge()
      external.start()
    },
    async stop() {
      giveUp.abort()
      await Promise.all([runner.stop(), external.end()])
    },
  }
}
