import type { Address } from 'viem'
import type { AppView } from '../../shared/app/views.ts'
import type { Limits } from '../../shared/limits/views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { Timer } from '../../shared/timer.ts'
import type { Chain } from '../chain/chain.ts'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import type { ProfileService } from '../service/profile-service.ts'
import type { SignedTransaction, SigningTask } from '../vault/process/vault-messages.ts'
import type { AccountLocks } from './account-locks.ts'
import type { CurrentService } from './current-service.ts'
import type { KnownRecipients } from './known-recipients.ts'

/** The clocks of this process. */
export interface Clocks {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds of a clock that never goes back, of this process only. */
  readonly monotonic: () => number
}

/** The account that pays, and its key. */
export interface SpendWallet {
  address(): Address | null
  isLocked(): boolean
  /** AppError `locked` while it is. */
  sign(task: SigningTask): Promise<SignedTransaction>
}

/** Where what went wrong is told. */
export interface TroubleReport {
  /** A disk error met the ledger: paying stops. */
  onDiskError(error: unknown): void
  /** `what` ended in a way nobody foresaw; it is tried again later. */
  onUnforeseen(error: unknown, what: string): void
}

/** Everything that whatever signs and follows on chain works with, given by argument. */
export interface SpendContext extends Clocks, TroubleReport {
  readonly timer: Timer
  readonly ledger: WritableDb
  readonly sealer: Sealer
  /** Everything that signs for an account shares them. */
  readonly locks: AccountLocks
  readonly wallet: SpendWallet
  readonly recipients: KnownRecipients
  /** What may be spent at most. */
  limits(): Limits
  /** The service of a profile by its id; null where the profile is not known any more. */
  service(profileId: string): ProfileService | null
  /** The service in use with the networks it can be paid on; null before there is one. */
  current(): CurrentService | null
  /** The chain of a network that was frozen under a profile. */
  chain(network: FrozenNetwork, profile: Profile): Chain
  /** Whether this ledger explains every transaction of an account, so that it may pay. AppError where the network is silent. */
  isReconciled(profileId: string, chain: Chain, chainInstance: string, address: Address): Promise<boolean>
  /**
   * Whether something left an account, on any network, that nobody explains and the person has not answered for: it may have paid for what
   * they are about to buy again.
   */
  hasUnanswered(address: Address, recipient?: Address): boolean
  /** Why nothing may be paid now, or null. */
  payingStopped(): AppView['payingStopped']
}
