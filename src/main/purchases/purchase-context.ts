import type { Address } from 'viem'
import type { Limits } from '../../shared/limits/views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { AppView } from '../../shared/app/views.ts'
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../db/open-database.ts'
import type { Sealer } from '../db/seal.ts'
import type { AccountLocks } from '../engine/account-locks.ts'
import type { RequestBudget } from '../service/budget/request-budget.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { SignedTransaction, SigningTask } from '../vault/process/vault-messages.ts'
import type { FrozenTerms } from './purchase-record.ts'
import type { Timer } from '../../shared/timer.ts'

/** One service as a purchase uses it, frozen with the profile it was authorized under. */
export interface PurchaseService {
  readonly profileId: string
  readonly profile: Profile
  readonly client: ServiceClient
  readonly budget: RequestBudget
}

/** Addresses a profile has paid before on one chain. */
export interface KnownRecipients {
  list(profileId: string, chainInstance: string): readonly string[]
  remember(profileId: string, chainInstance: string, address: string): void
}

/** Everything the purchase room works with, given by argument. */
export interface PurchaseContext {
  readonly ledger: Database
  readonly sealer: Sealer
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds of a clock that never goes back, of this process only. */
  readonly monotonic: () => number
  readonly timer: Timer
  /** What may be spent at most. */
  limits(): Limits
  /** Everything that signs for an account shares them. */
  readonly locks: AccountLocks
  readonly wallet: {
    address(): Address | null
    isLocked(): boolean
    sign(task: SigningTask): Promise<SignedTransaction>
  }
  readonly recipients: KnownRecipients
  /** What the service said of a wallet's terms in this process, by profile and address, so that it is asked once. */
  readonly termsAnswers: Map<string, boolean>
  /** The service of a profile by its id; null where the profile is not known any more. */
  service(profileId: string): PurchaseService | null
  /** The network a purchase is paid on. */
  chain(network: FrozenTerms['network'], profile: Profile): Chain
  /** Whether this ledger explains every transaction of an account, so that it may pay. AppError where the network is silent. */
  isExplained(profileId: string, chain: Chain, chainInstance: string, address: Address): Promise<boolean>
  /**
   * Whether something left an account, on any network, that nobody explains and the person has not answered for: it may have paid for what
   * they are about to buy again.
   */
  hasUnanswered(address: Address, recipient?: Address): boolean
  /** Why nothing may be paid now, or null. */
  payingStopped(): AppView['payingStopped']
  /** A disk error met the ledger: paying stops. */
  onDiskError(error: unknown): void
  /** A look at a purchase ended in a way nobody foresaw; it is looked at again later. */
  onUnforeseen(error: unknown, what: string): void
  /** The record of a purchase that has not ended is damaged: what it paid must not be paid again. */
  onUnreadable(purchaseId: string): void
  /** Something about a purchase changed. */
  onChanged(purchaseId: string): void
}
