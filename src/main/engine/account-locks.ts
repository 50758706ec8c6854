import { createSerial } from '../../shared/serially.ts'

/** Runs what signs for one account on one chain one after another, so that no nonce is given twice. */
export type AccountLocks = <T>(
  account: { readonly chainInstance: string; readonly from: string },
  work: () => Promise<T>,
) => Promise<T>

/** The locks of this process; everything that signs shares them. */
export function createAccountLocks(): AccountLocks {
  const locks = new Map<string, ReturnType<typeof createSerial>>()
  return ({ chainInstance, from }, work) => {
    const key = `${chainInstance} ${from}`
    const lock = locks.get(key) ?? createSerial()
    locks.set(key, lock)
    return lock(work)
  }
}
