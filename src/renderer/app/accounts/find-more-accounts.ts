import { request } from '../client.ts'
import { useNoticesStore } from '../notices-store.ts'
import { useAccountsStore } from './accounts-store.ts'
import { loadAccounts } from './load-accounts.ts'

/** Looks once for further accounts of words that were used before, and says so where there are some; a failure says nothing. */
export async function findMoreAccounts(format: (count: number) => string): Promise<void> {
  const accounts = useAccountsStore()
  try {
    await request('accounts.discover')
    await loadAccounts()
  } catch {
    return
  }
  // The first one is there from the beginning.
  const count = accounts.all.length - 1
  if (count > 0) useNoticesStore().add('good', 'accounts.found', { values: { count: format(count) } })
}
