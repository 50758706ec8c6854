import type { Address } from 'viem'
import type { AppView } from '../../shared/app/views.ts'
import type { Limits } from '../../shared/limits/views.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { Timer } from '../../shared/timer.ts'
import type { Chain } from '../chain/chain.ts'
import type { FrozenNetwork } from '../chain/frozen-network.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import type { ProfileService } from '../service/service-client.ts'
import type { SignedTransaction, SigningTask } from '../vault/process/vault-messages.ts'
import type { AccountLocks } from './account-locks.ts'
import type { CurrentService } from './current-service.ts'
import type { KnownRecipients } from './known-recipients.ts'
import type { TroubleReport } from './report-trouble.ts'

/** The clocks of this process. */
export interface Clocks {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Milliseconds of a clock that never goes back, of this process only. */
  readonly monotonic: () => number
}

/** The account that pays, and access to its key. */
export interface SpendWallet {
  address(): Address | null
  /** Returns whether Till holds no key of this account: only another wallet can pay from it. */
  isWatched(): boolean
  isLocked(): boolean
  /** Throws AppError `locked` while the vault is locked. */
  sign(task: SigningTask): Promise<SignedTransaction>
}

/** The dependencies of everything that signs and follows on chain. */
export interface SpendContext extends Clocks, TroubleReport {
  readonly timer: Timer
  readonly ledger: WritableDb
  readonly sealer: Sealer
  /** Everything that signs for an account shares them. */
  readonly locks: AccountLocks
  readonly wallet: SpendWallet
  readonly recipients: KnownRecipients
  /** Returns the spending limits. */
  limits(): Limits
  /** Returns the service of a profile by its id; null if the profile is no longer known. */
  service(profileId: string): ProfileService | null
  /** Returns the service in use with its payable networks; null before there is one. */
  current(): CurrentService | null
  /** Returns the chain of a network that was frozen under a profile. */
  chain(network: FrozenNetwork, profile: Profile): Chain
  /** Returns whether this ledger explains every transaction of an account, so that it may pay. Throws AppError if the network is silent. */
  isReconciled(profileId: string, chain: Chain, chainInstance: string, address: Address): Promise<boolean>
  /**
   * Returns whether something left an account, on any network, that nothing explains and the person has not answered for: it may have paid
   * for what they are about to buy again.
   */
  hasUnacknowledged(address: Address, recipient?: Address): boolean
  /** Returns why paying is stopped, or null. */
  payingStopped(): AppView['payingStopped']
}
