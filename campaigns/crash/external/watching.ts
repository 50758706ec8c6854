import type { ArrivalReason } from '../../../src/shared/external/arrival-reasons.ts'
import type { World } from '../simulation.ts'
import type { OtherWallet, WayToPay } from './other-wallet.ts'

/** A person who watches an account in Till and pays with another wallet. */
export interface Watching {
  readonly world: World
  readonly wallet: OtherWallet
  readonly way: WayToPay
  /** Whether the ledger may have forgotten something. */
  readonly forgot: boolean
  /** The hashes of payments that Till cannot take, since no node shows who signed them. The person keeps the question. */
  readonly unreadable: Set<string>
  /** Why Till asked the person about what arrived, by its hash. */
  readonly questions: Map<string, ArrivalReason>
}
