import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WritableDb } from '../../main/db/connections.ts'
import { openTestLedgerFile } from '../db/open-test-ledger-file.ts'
import { profileSchema, type ProfileInput } from '../../shared/services/profile.ts'
import type { BudgetView, ConnectionView } from '../../shared/services/views.ts'
import { createAccessBreaker } from '../../main/service/exchange/access-breaker.ts'
import { createRequestBudget, type RequestBudget } from '../../main/service/budget/request-budget.ts'
import { createServiceClient, type ServiceClient } from '../../main/service/service-client.ts'

export interface TestClient {
  readonly client: ServiceClient
  readonly budget: RequestBudget
  readonly db: WritableDb
  readonly connections: ConnectionView[]
  readonly budgets: BudgetView[]
  /** The client's clock, in epoch milliseconds; it stands still until a test moves it. */
  readonly clock: { now: number }
  /** The current token, and how often it was reported as refused. */
  readonly access: { token: string | null; refused: number }
  dispose(): void
}

/** Creates a service client in shop mode over a ledger in its own temporary folder. */
export function createTestClient(profile: Partial<ProfileInput> & { baseUrl: string }, timeoutMs = 5_000): TestClient {
  const folder = mkdtempSync(join(tmpdir(), 'till-service-'))
  const db = openTestLedgerFile(join(folder, 'ledger.db'))
  const clock = { now: Date.UTC(2030, 0, 1, 12) }
  const access: TestClient['access'] = { token: null, refused: 0 }
  const connections: ConnectionView[] = []
  const budgets: BudgetView[] = []
  const now = (): number => clock.now
  const parsed = profileSchema.parse({ name: 'Test', integrator: 'till-tests', ...profile })
  const budget = createRequestBudget({
    db,
    scope: parsed.baseUrl,
    requestsPerHour: parsed.requestsPerHour,
    isShop: () => true,
    now,
    onChange: (view) => budgets.push(view),
  })
  const breaker = createAccessBreaker({ now, token: () => access.token, onTokenRefused: () => (access.refused += 1) })
  const client = createServiceClient({
    profile: parsed,
    budget,
    breaker,
    now,
    onConnectionChange: (view) => connections.push(view),
    timeoutMs,
  })
  const dispose = (): void => {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { client, budget, db, connections, budgets, clock, access, dispose }
}
