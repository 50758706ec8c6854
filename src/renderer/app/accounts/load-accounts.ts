import { request } from '../requests/client.ts'
import { useNoticesStore } from '../stores/notices-store.ts'
import { useAccountsStore } from './accounts-store.ts'

/** Loads the wallet's accounts into their store. */
export async function loadAccounts(): Promise<void> {
  const accounts = useAccountsStore()
  accounts.all = await request('accounts.list')
}

/** Searches once for further accounts of a recovery phrase used before, and notifies the user if there are any; ignores failures. */
export async function findMoreAccounts(format: (count: number) => string): Promise<void> {
  const accounts = useAccountsStore()
  try {
    await request('accounts.discover')
    await loadAccounts()
  } catch {
    return
  }
  // The first account always exists.
  const count = accounts.all.length - 1
  if (count > 0) useNoticesStore().add('good', 'accounts.found', { values: { count: format(count) } })
}
