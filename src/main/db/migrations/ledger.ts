import type { Migration } from '../migration.ts'
import { ledger0001Settings } from './ledger-0001-settings.ts'
import { ledger0002Purchases } from './ledger-0002-purchases.ts'
import { ledger0003Vault } from './ledger-0003-vault.ts'
import { ledger0004Journal } from './ledger-0004-journal.ts'
import { ledger0005Retries } from './ledger-0005-retries.ts'
import { ledger0006Reconciling } from './ledger-0006-reconciling.ts'
import { ledger0007Answers } from './ledger-0007-answers.ts'
import { ledger0008Revocations } from './ledger-0008-revocations.ts'
import { ledger0009ForeignPayments } from './ledger-0009-foreign-payments.ts'
import { ledger0010OpenSpends } from './ledger-0010-open-spends.ts'
import { ledger0011Favourites } from './ledger-0011-favourites.ts'
import { ledger0012Drafts } from './ledger-0012-drafts.ts'
import { ledger0013Accounts } from './ledger-0013-accounts.ts'
import { ledger0014Throttle } from './ledger-0014-throttle.ts'
import { ledger0015Limits } from './ledger-0015-limits.ts'
import { ledger0016Transfers } from './ledger-0016-transfers.ts'
import { ledger0017CountedAt } from './ledger-0017-counted-at.ts'
import { ledger0018PossibleRefunds } from './ledger-0018-possible-refunds.ts'
import { ledger0019Kiosk } from './ledger-0019-kiosk.ts'
import { ledger0020Sales } from './ledger-0020-sales.ts'
import { ledger0021ShopHead } from './ledger-0021-shop-head.ts'
import { ledger0022ReturnedAt } from './ledger-0022-returned-at.ts'
import { ledger0023CounterPages } from './ledger-0023-counter-pages.ts'
import { ledger0024Mistakes } from './ledger-0024-mistakes.ts'
import { ledger0025Tills } from './ledger-0025-tills.ts'
import { ledger0026WrongPins } from './ledger-0026-wrong-pins.ts'
import { ledger0027AttemptCounts } from './ledger-0027-attempt-counts.ts'
import { ledger0028PaidQuotes } from './ledger-0028-paid-quotes.ts'
import { ledger0029RefundPlaces } from './ledger-0029-refund-places.ts'
import { ledger0030EndedSpends } from './ledger-0030-ended-spends.ts'
import { ledger0031ReconciledBlock } from './ledger-0031-reconciled-block.ts'
import { ledger0032UnseenTransactions } from './ledger-0032-unseen-transactions.ts'
import { ledger0033QuoteIds } from './ledger-0033-quote-ids.ts'
import { ledger0034UsualRouterCalls } from './ledger-0034-usual-router-calls.ts'
import { ledger0035UnprovenRefunds } from './ledger-0035-unproven-refunds.ts'
import { ledger0036RefundParts } from './ledger-0036-refund-parts.ts'
import { ledger0037Claims } from './ledger-0037-claims.ts'
import { ledger0038RefundsReadAgain } from './ledger-0038-refunds-read-again.ts'
import { ledger0039UncoveredClaims } from './ledger-0039-uncovered-claims.ts'

/** The ledger's migrations in order; one that has shipped is never edited. */
export const ledgerMigrations: readonly Migration[] = [
  ledger0001Settings,
  ledger0002Purchases,
  ledger0003Vault,
  ledger0004Journal,
  ledger0005Retries,
  ledger0006Reconciling,
  ledger0007Answers,
  ledger0008Revocations,
  ledger0009ForeignPayments,
  ledger0010OpenSpends,
  ledger0011Favourites,
  ledger0012Drafts,
  ledger0013Accounts,
  ledger0014Throttle,
  ledger0015Limits,
  ledger0016Transfers,
  ledger0017CountedAt,
  ledger0018PossibleRefunds,
  ledger0019Kiosk,
  ledger0020Sales,
  ledger0021ShopHead,
  ledger0022ReturnedAt,
  ledger0023CounterPages,
  ledger0024Mistakes,
  ledger0025Tills,
  ledger0026WrongPins,
  ledger0027AttemptCounts,
  ledger0028PaidQuotes,
  ledger0029RefundPlaces,
  ledger0030EndedSpends,
  ledger0031ReconciledBlock,
  ledger0032UnseenTransactions,
  ledger0033QuoteIds,
  ledger0034UsualRouterCalls,
  ledger0035UnprovenRefunds,
  ledger0036RefundParts,
  ledger0037Claims,
  ledger0038RefundsReadAgain,
  ledger0039UncoveredClaims,
]
