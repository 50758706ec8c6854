import type { AppError } from '../../../shared/errors.ts'
import { signUnderLock, type AccountLocks } from '../account-locks.ts'
import type { TroubleReport } from '../report-trouble.ts'

interface Keyed {
  readonly view: { readonly offerKey: string }
}

/** The newest offer of one kind, kept in memory only: no other one is signed, and it is signed once. */
export interface NewestOffer<O extends Keyed> {
  /** Replaces the offer; returns the view of the new one. */
  put(offer: O): O['view']
  drop(): void
  /**
   * Runs `sign` on the offer with that key, under its account's lock, and drops the offer once it is signed. Throws AppError if
   * another offer is the newest by then, or none.
   */
  sign(offerKey: string, sign: (offer: O) => Promise<string>): Promise<string>
}

/** Creates the store of one kind's newest offer, empty; `expired` returns the AppError for any other offer. */
export function createNewestOffer<O extends Keyed>(
  context: { readonly locks: AccountLocks } & Pick<TroubleReport, 'onDiskError'>,
  accountOf: (offer: O) => Parameters<AccountLocks>[0],
  expired: () => AppError,
): NewestOffer<O> {
  let newest: O | null = null

  return {
    put(offer) {
      newest = offer
      return offer.view
    },
    drop() {
      newest = null
    },
    async sign(offerKey, sign) {
      const offer = newest
      if (offer?.view.offerKey !== offerKey) throw expired()
      return signUnderLock(context, accountOf(offer), async () => {
        // It waited for the lock: a first press may have signed it.
        if (newest !== offer) throw expired()
        const id = await sign(offer)
        if (newest === offer) newest = null
        return id
      })
    },
  }
}
