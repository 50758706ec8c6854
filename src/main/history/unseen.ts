import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { UnseenTransactionsView } from '../../shared/history/views.ts'
import { accountUrl } from '../chain/explorer-url.ts'
import type { ForeignPaymentsOptions } from './foreign-payments.ts'
import { acknowledgeUnseen, listUnseen, type UnseenNonces } from './unseen-repository.ts'

/** Transactions of this wallet that no node shows: the user can look them up, Till cannot. */
export interface UnseenTransactions {
  /** Returns those that stayed unseen for ten minutes and the user has not acknowledged. */
  attention(): Extract<AttentionView, { about: 'unseen-transactions' }>[]
  /** Returns an account's question; throws AppError `not-found` if nothing is unseen. */
  get(account: UnseenAccount): UnseenTransactionsView
  /**
   * Records that the user has checked those below a nonce: the account may pay again. Throws AppError `not-found` if the question is now
   * about others.
   */
  acknowledge(account: UnseenAccount, below: number): void
}

/** The account of a question, whichever service it was used with. */
export interface UnseenAccount {
  readonly chainInstance: string
  readonly address: string
}

/** By then, nodes with delayed logs show them. */
const PATIENCE_MS = 10 * 60_000

/** Returns whether it is time to ask the user. */
export function isQuestion({ acknowledged, foundAt }: UnseenNonces, now: number): boolean {
  return !acknowledged && now - foundAt >= PATIENCE_MS
}

/** Opens the questions about unseen transactions. */
export function openUnseenTransactions({
  ledger,
  explorers,
  now,
  isWatched,
}: ForeignPaymentsOptions): UnseenTransactions {
  const questions = (): UnseenNonces[] =>
    listUnseen(ledger).filter((one) => isQuestion(one, now()) && !isWatched(one.address))
  /** Asks once about an account that was used with two services. */
  function distinctQuestions(): UnseenNonces[] {
    const all = questions()
    const isSame = (one: UnseenNonces, other: UnseenNonces): boolean => isOf(one, other) && one.below === other.below
    return all.filter((one, index) => all.findIndex((other) => isSame(one, other)) === index)
  }
  function listOf(account: UnseenAccount): readonly [UnseenNonces, ...UnseenNonces[]] {
    const [first, ...others] = questions().filter((one) => isOf(one, account))
    if (first === undefined) throw new AppError('not-found', 'There is no question about this wallet')
    return [first, ...others]
  }
  const view = ({
    chainInstance,
    address,
    below,
    count,
    network,
    explorer,
    profileId,
  }: UnseenNonces): UnseenTransactionsView => ({
    chainInstance,
    address,
    below,
    count,
    networkName: network,
    explorerUrl: accountUrl(explorer, address, explorers(profileId)),
  })
  return {
    attention: () =>
      distinctQuestions().map((one) => ({
        about: 'unseen-transactions',
        raisedAt: new Date(one.foundAt).toISOString(),
        transactions: view(one),
      })),
    get: (account) => view(listOf(account)[0]),
    acknowledge(account, below) {
      const checked = listOf(account).filter((one) => one.below === below)
      if (checked.length === 0) throw new AppError('not-found', 'The question is now about other transactions')
      for (const one of checked) acknowledgeUnseen(ledger, one, now())
    },
  }
}

function isOf(one: UnseenAccount, { chainInstance, address }: UnseenAccount): boolean {
  return one.chainInstance === chainInstance && one.address.toLowerCase() === address.toLowerCase()
}
