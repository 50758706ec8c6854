import { request } from '../requests/client.ts'
import { useAccountsStore } from './accounts-store.ts'

/** Loads the wallet's accounts into their store. */
export async function loadAccounts(): Promise<void> {
  const accounts = useAccountsStore()
  accounts.all = await request('accounts.list')
}
