import type { AccountView } from '../../../shared/wallet/views.ts'

export type AccountAskKind = 'edit' | 'key' | 'file' | 'remove'

/** What is to be done with one account. */
export interface AccountAsk {
  readonly kind: AccountAskKind
  readonly account: AccountView
}
