import type { Mutant } from './mutant.ts'

const unpacking = ['src/main/service/exchange/unpacking.test.ts']
const sending = ['src/main/service/exchange/send-request.test.ts']

/** Faults in how Till speaks with the service. */
export const serviceMutants: readonly Mutant[] = [
  {
    name: 'a row of the list is believed by its id alone',
    file: 'src/main/purchases/register/payment-hashes.ts',
    find: 'return namesHash(row) && !',
    replace: 'return !namesHash(row) && !',
    tests: ['src/main/purchases/register/foreign-spends.test.ts'],
  },
  {
    name: 'of two rows with one id the list keeps one',
    file: 'src/main/service/operations/read-all-transactions.ts',
    find: '`${row.id} ${row.blockchainTransactionHash}`',
    replace: 'row.id',
    tests: ['src/main/service/operations/read-all-transactions.test.ts'],
  },
  {
    name: 'a copy of a ledger is older than what it holds where the clock was set back',
    file: 'src/main/db/restored.ts',
    find: '(SELECT coalesce(max(created_at), 0) FROM purchases)',
    replace: '0',
    tests: ['src/main/purchases/register/prepare-registration.test.ts'],
  },
  {
    name: 'a copy of a ledger registers what was registered since',
    file: 'src/main/purchases/register/prepare-registration.ts',
    find: 'return restoredAt !== null && createdAt <= restoredAt',
    replace: 'return restoredAt === createdAt - 1',
    tests: ['src/main/purchases/track/older-copy.test.ts'],
  },
  {
    name: 'someone who buys quickly at home is taken for a shop',
    file: 'src/main/service/budget/request-budget.ts',
    find: 'options.isShop?.() === true ? salesPerHour(requests, at) : 0',
    replace: 'salesPerHour(requests, at)',
    tests: ['campaigns/bench/rpc/ten-in-a-row.test.ts'],
  },
  {
    name: 'an answer that unpacks without end is read to its end',
    file: 'src/main/service/exchange/read-body.ts',
    find: 'if (bytes > maxBytes) throw new TooLargeError()',
    replace: 'if (bytes < 0) throw new TooLargeError()',
    tests: unpacking,
  },
  {
    name: 'nothing ends the connection of an answer that is too large',
    file: 'src/main/service/exchange/read-body.ts',
    find: '    decoder?.destroy()\n    body.destroy()\n',
    replace: '',
    tests: unpacking,
  },
  {
    name: 'an answer under way has no deadline',
    file: 'src/main/service/exchange/read-body.ts',
    find: "  signal.addEventListener('abort', stop, { once: true })\n",
    replace: '',
    tests: unpacking,
  },
  {
    name: 'what axios refused itself counts as never sent',
    file: 'src/main/service/exchange/is-before-connect.ts',
    find: 'connectCodes.includes(code) && isBeforeConnect(error.cause)',
    replace: 'connectCodes.includes(code) || isBeforeConnect(error.cause)',
    tests: sending,
  },
  {
    name: 'the service is asked with axios’ own headers',
    file: 'src/main/service/exchange/send-request.ts',
    find: "'Accept-Encoding': 'gzip, br', ",
    replace: '',
    tests: sending,
  },
  {
    name: 'a switch to another protocol is waited for to the deadline',
    file: 'src/main/service/exchange/send-request.ts',
    find: 'if (!hasBegun) sent.emit(',
    replace: 'if (hasBegun && sent.closed) sent.emit(',
    tests: sending,
  },
  {
    name: 'an exchange that hangs outlives Till',
    file: 'src/main/wiring/services.ts',
    find: '      closing.abort()\n',
    replace: '',
    tests: ['src/main/wiring/services.test.ts'],
  },
  {
    name: 'what was never read is not asked for again',
    file: 'src/main/catalog/catalogs.ts',
    find: '          again.plan(view)\n',
    replace: '',
    tests: ['src/main/catalog/catalogs.test.ts'],
  },
  {
    name: 'every missing part is asked for while the service is down',
    file: 'src/main/catalog/refresh/refresh-catalog.ts',
    find: '      if (error !== null) return\n',
    replace: '',
    tests: ['src/main/catalog/catalogs.test.ts'],
  },
  {
    name: 'each of several 429 answers at once doubles the wait',
    file: 'src/main/service/budget/request-budget.ts',
    find: '    if (waitingUntil !== null && at + (retryAfterMs ?? 0) <= waitingUntil) return\n',
    replace: '',
    tests: ['src/main/service/budget/request-budget.test.ts'],
  },
  {
    name: 'a byte order mark costs the catalog',
    file: 'src/main/catalog/refresh/json-file.ts',
    find: 'next = BYTE_ORDER_MARK.length',
    replace: 'next = 0',
    tests: ['src/main/catalog/refresh/json-file.test.ts'],
  },
  {
    name: 'a network that does not say so is not active',
    file: 'src/main/service/operations/list-networks.ts',
    find: 'isActive: trueByDefault',
    replace: 'isActive: boolean',
    tests: ['src/main/service/operations/optional-fields.test.ts'],
  },
  {
    name: 'a network that names no type cannot be paid on',
    file: 'src/main/service/operations/list-networks.ts',
    find: "type || 'EVM'",
    replace: 'type',
    tests: ['src/main/service/operations/optional-fields.test.ts'],
  },
]
