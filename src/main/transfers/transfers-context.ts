import type { Address } from 'viem'
import type { AccountView } from '../../shared/wallet/views.ts'
import type { TransferView } from '../../shared/transfers/views.ts'
import type { SpendContext } from '../engine/spend-context.ts'

/** The dependencies of the transfers. */
export interface TransfersContext extends SpendContext {
  /** Returns the wallet's accounts, including watched ones, with the person's names for them ('' for none). */
  accounts(): readonly Pick<AccountView, 'address' | 'name' | 'kind'>[]
  /** Returns the addresses that the user gave a name. */
  named(): readonly { readonly name: string; readonly address: Address }[]
  /** Reads the system's clipboard; null if the shell cannot. */
  readClipboard(): Promise<string | null>
  onChanged(transfer: TransferView): void
}
