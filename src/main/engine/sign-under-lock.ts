import { isDiskError } from '../db/is-disk-error.ts'
import type { AccountLocks } from './account-locks.ts'
import type { SpendContext } from './spend-context.ts'

/** Runs a task that signs and stores, under its account's lock; a disk error there stops all paying. */
export async function signUnderLock<T>(
  { locks, onDiskError }: Pick<SpendContext, 'locks' | 'onDiskError'>,
  account: Parameters<AccountLocks>[0],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await locks(account, work)
  } catch (error) {
    if (isDiskError(error)) onDiskError(error)
    throw error
  }
}
