import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WritableDb } from '../../main/db/connections.ts'
import { openTestLedgerFile } from '../db/open-test-ledger-file.ts'
import { createRequestBudget, type RequestBudget } from '../../main/service/budget/request-budget.ts'
import type { RequestClass } from '../../main/service/budget/request-budget-repository.ts'
import type { AppError } from '../../shared/errors.ts'

export const HOUR = 3_600_000
/** How long a request counts: slightly longer than at the service. */
export const WINDOW = HOUR + 10_000

/** A ledger with the requests of a test, and its clock. */
export interface TestBudgets {
  readonly db: WritableDb
  /** Epoch milliseconds. */
  now: number
  /** Opens the budget of a service, as a new process does. */
  open(requestsPerHour: number, scope?: string, isShop?: boolean): RequestBudget
  dispose(): void
}

/** Opens a ledger without requests. */
export function openTestBudgets(): TestBudgets {
  const folder = mkdtempSync(join(tmpdir(), 'till-budget-'))
  const db = openTestLedgerFile(join(folder, 'ledger.db'))
  const budgets: TestBudgets = {
    db,
    now: Date.UTC(2030, 0, 1),
    open: (requestsPerHour, scope = 'service', isShop = false) =>
      createRequestBudget({
        db,
        scope,
        requestsPerHour,
        isShop: () => isShop,
        now: () => budgets.now,
        onChange: () => undefined,
      }),
    dispose() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return budgets
}

/** Takes requests until the budget refuses one; returns how many it took. */
export function drain(budget: RequestBudget, requestClass: RequestClass): number {
  for (let sent = 0; ; sent += 1) {
    try {
      budget.take(requestClass)
    } catch {
      return sent
    }
  }
}

/** Returns why `work` was refused, and until when. */
export function refusal(work: () => unknown): { code: string; until: unknown } {
  try {
    work()
  } catch (thrown) {
    const { code, details } = thrown as AppError
    return { code, until: details?.['until'] }
  }
  throw new Error('Expected a refusal')
}
