import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { AppError, errorCodes } from '../../shared/errors.ts'
import { createLog, type Log } from './create-log.ts'
import { entries, type EntryName } from './entries.ts'

let time = 0
function logOf(level: Parameters<typeof createLog>[0]['level'] = 'debug'): {
  log: Log
  lines: string[]
  printed: unknown[][]
} {
  const lines: string[] = []
  const printed: unknown[][] = []
  const log = createLog({
    level,
    append: (line) => lines.push(line),
    now: () => Date.parse('2026-11-26T08:00:00Z'),
    monotonic: () => time,
    print: (...parts) => printed.push(parts),
  })
  return { log, lines, printed }
}
const names = Object.keys(entries) as EntryName[]

it('writes time, level, name, text and fields in one line', () => {
  const { log, lines } = logOf()
  log('service.request', { method: 'GET', path: '/api/v1/wallets/0xabc/transactions/', status: 200, ms: 34.6 })
  expect(lines).toEqual([
    '2026-11-26T08:00:00.000Z info  service.request Sent a request to the service method=GET path=/api/v1/wallets/:address/transactions/ status=200 ms=35',
  ])
})

it('writes its level and more severe ones', () => {
  const { log, lines } = logOf('warn')
  log('app.stopped', {})
  log('page.failed', {})
  log('backup.copy', {})
  expect(lines.map((line) => line.split(/\s+/)[1])).toEqual(['warn', 'error'])
})

it('shows errors on the terminal, or the sentence that replaces one, and nothing else', () => {
  const { log, printed } = logOf('error')
  const error = new Error('No room')
  log('backup.copy', {}, { error })
  log('ledger.lost', { how: 'missing' }, { sentence: 'The ledger is missing.' })
  log('policy.used', { parts: 2 }, { sentence: 'A policy is used.' })
  log('app.failed', {}, { error, sentence: null })
  log('chain.node', { chain: 1, host: 'https://node.example' }, { error })
  expect(printed).toEqual([
    ['The ledger could not be copied:', error],
    ['The ledger is missing.'],
    ['A policy is used.'],
  ])
})

it('drops lines that repeat too often, and writes how many', () => {
  const { log, lines } = logOf()
  for (let times = 0; times < 130; times++) log('page.failed', {})
  log('app.stopped', {})
  expect(lines).toHaveLength(101)
  time += 60_000
  log('page.failed', {})
  expect(lines.at(-1)).toContain('left-out=30')
})

/** Text that looks like a name in Till's code, a version or a number is not a secret. */
const isLikeName = (text: string): boolean => /^[a-z ]*$|^[a-z]+\.[a-z]+$|^v?[\d.]+(?:-[\w.+-]+)?$|^\s|\s$/i.test(text)

/** Typical secrets of users and services. */
const secret = fc.oneof(
  fc.constantFrom(
    'orbit lemon hazard quiet velvet tunnel pencil garden metal summer fiber anchor',
    '4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d',
    'correct horse battery 7!',
    '+52 55 1234 5678',
    'ines@example.org',
    'sk_live_51HqZ8dKq',
    'ABCD-EFGH-1234-5678',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  ),
  fc.string({ minLength: 9, maxLength: 60 }).filter((text) => !isLikeName(text)),
)

/** Errors with a secret in every place that an error has. */
const leaky = secret.map((text) => {
  const url = `https://user:${encodeURIComponent(text)}@node.example/${encodeURIComponent(text)}?key=${encodeURIComponent(text)}`
  const inner = Object.assign(new TypeError(`Failed to parse ${text}\n    at ${text} (${text}.js:1:1)`), {
    url,
    code: text,
    config: { headers: { Authorization: text } },
  })
  const outer = new Error(text, { cause: new AggregateError([inner], text) })
  return {
    text,
    errors: [
      inner,
      outer,
      text,
      { message: text },
      Object.assign(new Error(text), { name: text, stack: `${text}\n    at ${text}` }),
      Object.assign(new AppError('internal', 'Something', { cause: inner }), {
        details: { reason: text, problem: text, cause: text, where: text },
      }),
    ],
  }
})

it('writes no secret of any field or error', () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fc.assert(
    fc.property(fc.constantFrom(...names), leaky, (name, { text, errors }) => {
      const { log, lines } = logOf()
      const fields = Object.fromEntries(Object.keys(entries[name].fields).map((field) => [field, text]))
      for (const error of errors) log(name, fields as never, { error, sentence: text })
      expect(lines).toHaveLength(errors.length)
      for (const line of lines) {
        expect(line).not.toContain(text)
        expect(line).not.toContain(encodeURIComponent(text))
        expect(line).not.toMatch(/[\n\r]/)
      }
    }),
    { numRuns: 2000 },
  )
  silenced.mockRestore()
})

it('describes the useful parts of an error: kinds, codes and locations', () => {
  const { log, lines } = logOf()
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  const error = new AppError('printer-failed', 'The printer cannot be reached', {
    details: { reason: 'unreachable' },
    cause: refused,
  })
  log('app.task', { task: 'payment of 5a1a9ff2-3f5e-4c53-8f2a-0d3f0f5f4d11' }, { error })
  expect(lines[0]).toMatch(
    /task=payment of 5a1a9ff2-\S+ AppError printer-failed reason=unreachable "The printer cannot be reached" at .*create-log\.test\.ts:\d+:\d+.* cause: Error code=ECONNREFUSED syscall=connect at /,
  )
  expect(lines[0]).not.toContain('10.0.0.1')
})

it('writes the problem of an offer that cannot be paid, and why paying is stopped', () => {
  const { log, lines } = logOf()
  const details = { reason: 'unpayable', problem: 'price-only' } as const
  log('app.task', { task: 'x' }, { error: new AppError('quote-refused', 'No', { details }) })
  log('app.task', { task: 'x' }, { error: new AppError('paying-stopped', 'No', { details: { cause: 'disk-error' } }) })
  expect(lines[0]).toContain('AppError quote-refused reason=unpayable problem=price-only "No"')
  expect(lines[1]).toContain('AppError paying-stopped cause=disk-error "No"')
})

it.each([
  ['https://user:pass@rpc.example/v2/key?token=x', 'rpc.example'],
  ['http://127.0.0.1:8545/key', '127.0.0.1:8545'],
  ['https://9f8a7b6c5d4e3f2a1b0c.node.example', '….node.example'],
  ['no address', '?'],
])('writes only the host of %s', (address, written) => {
  const { log, lines } = logOf()
  log('chain.node', { chain: 1, host: address })
  expect(lines[0]).toMatch(new RegExp(`host=${written.replace(/[.?]/g, '\\$&')}$`))
})

it('never throws, for any input', () => {
  const { log, lines } = logOf()
  const hostile = new Proxy(new Error('x'), {
    get() {
      throw new Error('no')
    },
  })
  log('app.task', { task: 'x' }, { error: hostile })
  log('ipc.failed', { request: Symbol('x') as never })
  expect(lines).toHaveLength(2)
  expect(errorCodes).toContain('internal')
})
