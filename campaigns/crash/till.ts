import { keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Timer } from '../../src/shared/timer.ts'
import { noLimits } from '../../src/shared/limits/views.ts'
import { AppError } from '../../src/shared/errors.ts'
import { openCodes } from '../../src/main/codes/open-codes.ts'
import { createRetryingTimer } from '../../src/main/db/retrying-timer.ts'
import { createEventBus } from '../../src/main/events.ts'
import type { Clocks, SpendContext } from '../../src/main/engine/spend-context.ts'
import type { ProfileService } from '../../src/main/service/service-client.ts'
import { openSpending, type Spending } from '../../src/main/wiring/spending.ts'
import type { Points } from './points.ts'
import { watchCall } from './watch-calls.ts'
import type { CurrentService } from '../../src/main/engine/current-service.ts'

export interface TillParts extends Clocks, Pick<SpendContext, 'ledger' | 'sealer' | 'chain'> {
  readonly timer: Timer
  readonly account: PrivateKeyAccount
  readonly service: ProfileService
  readonly networks: () => CurrentService['networks']
  readonly points: Points
  /** Returns the state of the purchase. */
  readonly where: () => string
  readonly onUnforeseen: (error: unknown) => void
  /** Default: never locked. */
  readonly isLocked?: () => boolean
  readonly isWatched?: () => boolean
  /** Called when a purchase changed. */
  readonly onChanged?: (id: string) => void
  /** Called when balances may have changed. */
  readonly coinsMoved?: () => void
}

/** Builds the app's parts as the app does, around a key that signs at once. Nothing runs until `start`. */
export function openTill(parts: TillParts): Spending {
  const { ledger, now, monotonic, sealer, account, service, points, where, onUnforeseen } = parts
  // A dead process runs no timers.
  const alive: Timer = (ms, run) => parts.timer(ms, () => void (points.ended || run()))
  const timer = createRetryingTimer(alive, onUnforeseen)
  const sign: SpendContext['wallet']['sign'] = async ({ transaction }) => {
    const raw = await account.signTransaction(transaction)
    return { raw, hash: keccak256(raw) }
  }
  const events = createEventBus(onUnforeseen)
  events.on('coins.moved', () => parts.coinsMoved?.())
  const spending = openSpending({
    ledger,
    sealer,
    now,
    monotonic,
    timer,
    chain: parts.chain,
    onDiskError: onUnforeseen,
    wallet: {
      address: () => account.address,
      isWatched: () => parts.isWatched?.() ?? false,
      isLocked: () => parts.isLocked?.() ?? false,
      sign: watchCall('vault.sign', sign, points, where),
    },
    limits: () => noLimits,
    service: (id) => (id === service.profileId ? service : null),
    current: () => ({ profileId: service.profileId, client: service.client, networks: parts.networks() }),
    payingStopped: () => null,
    // Till asks again a network or service that does not answer.
    onUnforeseen: (error) => void (error instanceof AppError || onUnforeseen(error)),
    log: () => undefined,
    events,
    emitToPage(name, payload) {
      if (name === 'purchase.changed') parts.onChanged?.((payload as { readonly id: string }).id)
    },
    accounts: () => [],
    named: () => [],
    keepCodes: openCodes({ ledger, sealer, now, isLocked: () => true }).keepReturned,
    readClipboard: () => Promise.resolve(null),
  })
  return {
    ...spending,
    start() {
      spending.start()
      spending.reconcile()
    },
  }
}
