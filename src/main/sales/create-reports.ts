import type { Period } from '../../shared/periods.ts'
import type { SalesReportView } from '../../shared/sales-views.ts'
import type { Database } from '../db/open-database.ts'
import { reportPeriod } from './report-period.ts'

/** The shop's evening papers. */
export interface Reports {
  /** Adds up the sales of a day or a month. */
  report(period: Period): SalesReportView
}

/** Opens what the ledger knows of what was sold, added up. */
export function createReports(ledger: Database): Reports {
  return { report: (period) => reportPeriod(ledger, period) }
}
