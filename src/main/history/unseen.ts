import type { AttentionView } from '../../shared/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { UnseenTransactionsView } from '../../shared/keeping-views.ts'
import type { Database } from '../db/open-database.ts'
import { accountUrl, type KnownExplorers } from '../purchases/explorer-url.ts'
import { acknowledgeUnseen, listUnseen, type Unseen } from './unseen-repository.ts'

/** Transactions of this wallet that no node shows, which the person can look up and Till cannot. */
export interface UnseenTransactions {
  /** Those that stayed unseen for ten minutes and the person has not acknowledged. */
  attention(): Extract<AttentionView, { about: 'unseen-transactions' }>[]
  /** AppError `not-found` where nothing is unseen on that chain. */
  get(chainInstance: string): UnseenTransactionsView
  /** The person has checked those below a nonce: the account may pay again. AppError `not-found` where others are asked about by now. */
  acknowledge(chainInstance: string, below: number): void
}

/** Nodes that are behind with their logs show them by then. */
const PATIENCE_MS = 10 * 60_000

/** Returns whether the person is asked by now. */
export function isQuestion({ acknowledged, foundAt }: Unseen, now: number): boolean {
  return !acknowledged && now - foundAt >= PATIENCE_MS
}

/** Opens the questions about unseen transactions; `explorers` says, per profile, which explorers may be opened. */
export function openUnseenTransactions(
  ledger: Database,
  explorers: (profileId: string) => KnownExplorers | null,
  now: () => number,
): UnseenTransactions {
  const asked = (): Unseen[] => listUnseen(ledger).filter((one) => isQuestion(one, now()))
  function find(chainInstance: string): Unseen {
    const found = asked().find((one) => one.chainInstance === chainInstance)
    if (found === undefined) throw new AppError('not-found', 'Nothing is asked about this network')
    return found
  }
  const view = ({
    chainInstance,
    address,
    below,
    count,
    network,
    explorer,
    profileId,
  }: Unseen): UnseenTransactionsView => ({
    chainInstance,
    address,
    below,
    count,
    networkName: network,
    explorerUrl: accountUrl(explorer, address, explorers(profileId)),
  })
  return {
    attention: () =>
      asked().map((one) => ({
        about: 'unseen-transactions',
        raisedAt: new Date(one.foundAt).toISOString(),
        transactions: view(one),
      })),
    get: (chainInstance) => view(find(chainInstance)),
    acknowledge(chainInstance, below) {
      const asked = find(chainInstance)
      if (asked.below !== below) throw new AppError('not-found', 'Other transactions are asked about by now')
      acknowledgeUnseen(ledger, asked, now())
    },
  }
}
