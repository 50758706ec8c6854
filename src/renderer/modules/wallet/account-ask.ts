import type { AccountView } from '../../../shared/wallet/views.ts'

export type AccountAskKind = 'edit' | 'key' | 'file' | 'remove'

/** What the dialog does with an account. */
export interface AccountAsk {
  readonly kind: AccountAskKind
  readonly account: AccountView
}
