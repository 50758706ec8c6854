import type { Mutant } from './mutant.ts'

/** Faults in what a shop's counter asks, takes and gives back. */
export const counterMutants: readonly Mutant[] = [
  {
    name: 'counter: a price that leaves too little is raised to the least markup, below what the rules ask',
    file: 'src/main/sales/create-sales.ts',
    find: 'isTooLow ? highest(offerPrice, least) : shownPrice',
    replace: 'isTooLow ? least : shownPrice',
    tests: ['src/main/sales/create-sales.test.ts'],
  },
  {
    name: 'counter: a clerk accepts a coin that nobody but the service names',
    file: 'src/main/sales/create-sales.ts',
    find: 'if (consent.acceptCoin || consent.acceptNotSimulated)',
    replace: 'if (consent.acceptNotSimulated)',
    tests: ['src/main/sales/selling.test.ts'],
  },
  {
    name: 'counter: a manager who signs in meanwhile approves a clerk’s sale',
    file: 'src/main/ipc/handlers/sales-handlers.ts',
    find: 'byManager: acceptFee || isManager',
    replace: "byManager: acceptFee || session.role() === 'manager'",
    tests: ['src/main/ipc/handlers/sales-handlers.test.ts'],
  },
  {
    name: 'counter: open sales are not polled after the clock was set back',
    file: 'src/main/sales/create-sales.ts',
    find: 'Math.abs(now() - polledAt)',
    replace: '(now() - polledAt)',
    tests: ['src/main/sales/create-sales.test.ts'],
  },
  {
    name: 'counter: the coins of a sale show what an uncounted drawer holds',
    file: 'src/main/sales/sale-record.ts',
    find: '    paidAmount: null,\n    serviceFee: null,\n',
    replace: '',
    tests: ['src/main/sales/sale-record.test.ts'],
  },
  {
    name: 'counter: cash given back shows before the drawer is counted',
    file: 'src/main/sales/reports/report-day.ts',
    find: 'own([...books.sold, ...books.returned]).some',
    replace: 'own(books.sold).some',
    tests: ['src/main/sales/reports/report-day.test.ts'],
  },
  {
    name: 'counter: cash moved at midnight counts on two days',
    file: 'src/main/sales/shifts/shifts-repository.ts',
    find: 'WHERE m.at >= ? AND m.at < ?',
    replace: 'WHERE m.at >= ? AND m.at <= ?',
    tests: ['src/main/sales/reports/report-day.test.ts'],
  },
  {
    name: 'counter: a sale whose recipient cannot be read is sold again without a question',
    file: 'src/main/purchases/buy.ts',
    find: 'return own === null || keyOf(own) === keyOf(delivery)',
    replace: 'return own !== null && keyOf(own) === keyOf(delivery)',
    tests: ['src/main/purchases/buy.test.ts'],
  },
  {
    name: 'counter: the cash of a sale whose coins are back is not owed to the customer any more',
    file: 'src/main/sales/sales-repository.ts',
    find: " AND p.refund = 'none')",
    replace: ')',
    tests: ['src/main/sales/search-sales.test.ts'],
  },
]
