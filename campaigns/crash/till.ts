import { keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { noLimits } from '../../src/shared/limit-views.ts'
import { AppError } from '../../src/shared/errors.ts'
import { createAccountLocks } from '../../src/main/engine/account-locks.ts'
import { createPurchases, type Purchases } from '../../src/main/purchases/create-purchases.ts'
import type { PurchaseContext, PurchaseService } from '../../src/main/purchases/purchase-context.ts'
import { knownRecipients } from '../../src/main/wiring/known-recipients.ts'
import { createReconciler, type WatchedNetwork } from '../../src/main/wiring/reconciler.ts'
import type { Points } from './points.ts'
import { watchCall } from './watch-calls.ts'

/** A Till without a window: everything in it is the app's own but the points. */
export interface Till {
  readonly purchases: Purchases
  /** What its rooms work with. */
  readonly context: PurchaseContext
  /** Takes up what is open, as the app does once it is built. */
  start(): void
}

export interface TillParts extends Pick<
  PurchaseContext,
  'ledger' | 'sealer' | 'now' | 'monotonic' | 'timer' | 'chain'
> {
  readonly account: PrivateKeyAccount
  readonly service: PurchaseService
  readonly networks: () => readonly WatchedNetwork[]
  readonly points: Points
  /** Tells in which state a purchase is. */
  readonly where: () => string
  readonly onUnforeseen: (error: unknown) => void
  /** Never where left out. */
  readonly isLocked?: () => boolean
  /** Something about a purchase changed. */
  readonly onChanged?: (id: string) => void
}

/** Puts the app's rooms together around a key that signs at once; nothing happens before it is started. */
export function openTill(parts: TillParts): Till {
  const { ledger, now, timer, account, service, points, where, onUnforeseen } = parts
  const reconciler = createReconciler({
    ...{ ledger, now, timer, monotonic: parts.monotonic, address: () => account.address },
    current: () => ({ profileId: service.profileId, client: service.client, networks: parts.networks() }),
    onExplained: () => undefined,
    // A network or a service that does not answer is asked again.
    onUnforeseen: (error) => error instanceof AppError || onUnforeseen(error),
  })
  const sign: PurchaseContext['wallet']['sign'] = async ({ transaction }) => {
    const raw = await account.signTransaction(transaction)
    return { raw, hash: keccak256(raw) }
  }
  const context: PurchaseContext = {
    ...{ ledger, now, timer, sealer: parts.sealer, monotonic: parts.monotonic, chain: parts.chain },
    limits: () => noLimits,
    locks: createAccountLocks(),
    wallet: {
      address: () => account.address,
      isLocked: () => parts.isLocked?.() ?? false,
      sign: watchCall('vault.sign', sign, points, where),
    },
    recipients: knownRecipients(ledger, now),
    termsAnswers: new Map(),
    service: (id) => (id === service.profileId ? service : null),
    isExplained: reconciler.isExplained,
    payingStopped: () => null,
    onDiskError: onUnforeseen,
    onUnforeseen,
    onChanged: (id) => parts.onChanged?.(id),
  }
  const purchases = createPurchases(context, () => null)
  return {
    ...{ purchases, context },
    start() {
      purchases.start()
      reconciler.look()
    },
  }
}
