import type { Mutant } from './mutant.ts'

const unpacking = ['src/main/service/exchange/unpacking.test.ts']
const sending = ['src/main/service/exchange/send-request.test.ts']

/** Faults in talking to the service. */
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
    name: 'a copy of a ledger is older than its content if the clock was set back',
    file: 'src/main/db/restored-mark.ts',
    find: '(SELECT coalesce(max(created_at), 0) FROM purchases)',
    replace: '0',
    tests: ['src/main/purchases/register/prepare-registration.test.ts'],
  },
  {
    name: 'a copy of a ledger registers payments that were registered since',
    file: 'src/main/purchases/register/prepare-registration.ts',
    find: 'return restoredAt !== null && createdAt <= restoredAt',
    replace: 'return restoredAt === createdAt - 1',
    tests: ['src/main/purchases/track/older-copy.test.ts'],
  },
  {
    name: 'a quick buyer at home counts as a shop',
    file: 'src/main/service/budget/read-budget.ts',
    find: 'isShop?.() === true ? salesPerHour(requests, at) : 0',
    replace: 'salesPerHour(requests, at)',
    tests: ['campaigns/bench/rpc/ten-in-a-row.test.ts'],
  },
  {
    name: 'an answer that decompresses endlessly is read to its end',
    file: 'src/main/service/exchange/read-body.ts',
    find: 'if (bytes > maxBytes) throw new TooLargeError()',
    replace: 'if (bytes < 0) throw new TooLargeError()',
    tests: unpacking,
  },
  {
    name: 'the connection of a too large answer stays open',
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
    name: 'a request that axios itself refused counts as never sent',
    file: 'src/main/service/exchange/is-before-connect.ts',
    find: 'connectCodes.includes(code) && isBeforeConnect(error.cause)',
    replace: 'connectCodes.includes(code) || isBeforeConnect(error.cause)',
    tests: sending,
  },
  {
    name: 'the service gets axios’ own headers',
    file: 'src/main/service/exchange/begin-exchange.ts',
    find: "'Accept-Encoding': 'gzip, br', ",
    replace: '',
    tests: sending,
  },
  {
    name: 'a protocol switch waits for the deadline',
    file: 'src/main/service/exchange/begin-exchange.ts',
    find: 'if (!hasBegun) sent.emit(',
    replace: 'if (hasBegun && sent.closed) sent.emit(',
    tests: sending,
  },
  {
    name: 'a hanging exchange outlives Till',
    file: 'src/main/profiles/services.ts',
    find: '      closing.abort()\n',
    replace: '',
    tests: ['src/main/profiles/services.test.ts'],
  },
  {
    name: 'a part that was never read is not requested again',
    file: 'src/main/catalog/catalogs.ts',
    find: '        again.plan(view)\n',
    replace: '',
    tests: ['src/main/catalog/catalogs.test.ts'],
  },
  {
    name: 'every missing part is requested while the service is down',
    file: 'src/main/catalog/refresh/refresh-catalog.ts',
    find: '      if (failure !== null) return\n',
    replace: '',
    tests: ['src/main/catalog/catalogs.test.ts'],
  },
  {
    name: 'each of several simultaneous 429 answers doubles the wait',
    file: 'src/main/service/budget/correct-budget.ts',
    find: '  if (waitingUntil !== null && at + (retryAfterMs ?? 0) <= waitingUntil) return null\n',
    replace: '',
    tests: ['src/main/service/budget/correct-budget.test.ts'],
  },
  {
    name: 'a byte order mark makes the catalog unreadable',
    file: 'src/main/catalog/refresh/json-cursor.ts',
    find: 'next = BYTE_ORDER_MARK.length',
    replace: 'next = 0',
    tests: ['src/main/catalog/refresh/json-file.test.ts'],
  },
  {
    name: 'a network without an active flag is not active',
    file: 'src/main/service/operations/list-networks.ts',
    find: 'isActive: trueByDefault',
    replace: 'isActive: boolean',
    tests: ['src/main/service/operations/optional-fields.test.ts'],
  },
  {
    name: 'a network without a type cannot be paid on',
    file: 'src/main/service/operations/list-networks.ts',
    find: "type || 'EVM'",
    replace: 'type',
    tests: ['src/main/service/operations/optional-fields.test.ts'],
  },
]
