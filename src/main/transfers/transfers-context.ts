import type { AccountView } from '../../shared/wallet/views.ts'
import type { TransferView } from '../../shared/transfers/views.ts'
import type { SpendContext } from '../engine/spend-context.ts'

/** Everything the transfers room works with, given by argument. */
export interface TransfersContext extends SpendContext {
  /** The wallet's accounts, those that are only watched included, with what the person calls them ('' for nothing). */
  accounts(): readonly Pick<AccountView, 'address' | 'name' | 'kind'>[]
  /** What lies on the system's clipboard, where the shell can tell; null otherwise. */
  readClipboard(): Promise<string | null>
  onChanged(transfer: TransferView): void
}
