import { createMutex } from '../../shared/mutex.ts'

/** Runs what signs for one account on one chain one after another, so that no nonce is given twice. */
export type AccountLocks = <T>(
  account: { readonly chainInstance: string; readonly from: string },
  work: () => Promise<T>,
) => Promise<T>

/** The locks of this process; everything that signs shares them. */
export function createAccountLocks(): AccountLocks {
  const locks = new Map<string, ReturnType<typeof createMutex>>()
  return ({ chainInstance, from }, work) => {
    const key = `${chainInstance} ${from}`
    const lock = locks.get(key) ?? createMutex()
    locks.set(key, lock)
    return lock(work)
  }
}
