import { createMutex, type Mutex } from '../../shared/mutex.ts'
import { isDiskError } from '../db/disk-errors.ts'

/** Runs tasks that sign for one account on one chain one after another, so that no nonce is used twice. */
export type AccountLocks = <T>(
  account: { readonly chainInstance: string; readonly from: string },
  work: () => Promise<T>,
) => Promise<T>

/** Creates the locks of this process; everything that signs shares them. */
export function createAccountLocks(): AccountLocks {
  const locks = new Map<string, Mutex>()
  return ({ chainInstance, from }, work) => {
    const key = `${chainInstance} ${from}`
    const lock = locks.get(key) ?? createMutex()
    locks.set(key, lock)
    return lock(work)
  }
}

/** Runs a task that signs and stores, under its account's lock; a disk error there stops all paying. */
export async function signUnderLock<T>(
  { locks, onDiskError }: { readonly locks: AccountLocks; readonly onDiskError: (error: unknown) => void },
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
