import { z } from 'zod'
import { requests, type RequestName } from '../../src/shared/contract.ts'
import type { Random } from '../world/random.ts'

/** The part of JSON Schema (2020-12) that the contract's inputs use. */
interface Shape {
  readonly type?: string
  readonly anyOf?: readonly Shape[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Shape | boolean
}

const shapes = Object.fromEntries(
  Object.entries(requests).map(([name, { input }]) => [
    name,
    z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape,
  ]),
)

/** Values that fit no request: wrong types, empty, huge, deep, or with meaning in JavaScript, SQL, HTML and paths. */
const nasty: readonly [unknown, ...unknown[]] = [
  undefined,
  null,
  true,
  '',
  ' ',
  0,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  Number.NaN,
  Infinity,
  '__proto__',
  'constructor',
  "'; DROP TABLE purchases; --",
  '<img src=x onerror=alert(1)>',
  '../../../etc/passwd',
  '\u0000',
  '\ud800',
  '\u202eevil',
  '🎉'.repeat(50),
  'x'.repeat(100_000),
  '%s%n',
  '${1}',
  'till://app/',
  'file:///etc/passwd',
  [],
  {},
  [[[[[[]]]]]],
  { __proto__: null },
  JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown,
  new Date(0),
  new Map([['a', 1]]),
  new Uint8Array(8),
  10n,
  /(a+)+$/,
]

/** Creates inputs of a request. Most fit its schema or nearly do, some are arbitrary. Many texts come from `known`. */
export function createInputs(random: Random, known: readonly [string, ...string[]]): (name: RequestName) => unknown {
  function text({ format, pattern, minLength = 0, maxLength = 100 }: Shape): string {
    const fits = (candidate: string): boolean =>
      (pattern === undefined || new RegExp(pattern).test(candidate)) && candidate.length >= minLength
    if (random.below(2) === 0) {
      const candidates = known.filter(fits)
      const [first, ...rest] = candidates
      if (first !== undefined) return random.pick([first, ...rest])
    }
    if (format === 'uuid') return uuid()
    const hex = Array.from({ length: 64 }, () => random.below(16).toString(16)).join('')
    const made = [`0x${hex}`, `0x${hex.slice(0, 40)}`, hex, String(random.below(1000)), 'abc']
    const fitting = made.filter(fits)
    const length = minLength + random.below(Math.max(1, Math.min(maxLength, 40) - minLength + 1))
    return fitting[random.below(fitting.length * 2)] ?? hex.repeat(3).slice(0, length)
  }

  function uuid(): string {
    const hex = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }

  function fitting(shape: Shape): unknown {
    const { anyOf, type, minimum = -5, maximum = 300 } = shape
    if (anyOf) return fitting(anyOf[random.below(anyOf.length)] ?? {})
    if ('const' in shape) return shape.const
    if (shape.enum) return shape.enum[random.below(shape.enum.length)]
    if (type === 'string') return text(shape)
    if (type === 'integer' || type === 'number') return minimum + random.below(Math.min(maximum, 1000) - minimum + 1)
    if (type === 'boolean') return random.below(2) === 0
    if (type === 'null') return null
    if (type === 'array') return Array.from({ length: random.below(4) }, () => fitting(shape.items ?? {}))
    if (type === 'object') return object(shape)
    return undefined
  }

  /** Fields that a function checks, such as addresses and dates, so that the schema does not describe them. */
  const textFields: Readonly<Record<string, (shape: Shape) => unknown>> = {
    address: (shape) => text({ ...shape, pattern: '^0x[0-9a-fA-F]{40}$' }),
    period: () => `2026-${random.pick(['02', '11', '11-01', '02-29', '03-08'])}`,
    first: () => random.pick(['2026-02-01', '2026-11-22', '2026-02-30']),
    last: () => random.pick(['2026-02-28', '2026-11-22', '2026-01-01']),
    baseUrl: () => (random.below(2) === 0 ? 'http://127.0.0.1:9' : 'https://service.example'),
    rpcUrls: () => ({}),
    routerCalls: () => [],
    explorerHosts: () => [],
    faucetUrl: () => 'http://127.0.0.1:9/faucet',
  }

  function object({ properties = {}, required = [], additionalProperties }: Shape): Record<string, unknown> {
    const made: Record<string, unknown> = {}
    for (const [key, shape] of Object.entries(properties))
      if (required.includes(key) || random.below(2) === 0) made[key] = (textFields[key] ?? fitting)(shape)
    if (typeof additionalProperties === 'object')
      for (let more = random.below(3); more > 0; more--) made[random.pick(known)] = fitting(additionalProperties)
    return made
  }

  /** Returns the input with one place changed. */
  function spoilt(input: unknown): unknown {
    if (typeof input !== 'object' || input === null || random.below(4) === 0) return random.pick(nasty)
    const keys = Object.keys(input)
    const key = keys[random.below(keys.length)] ?? 'more'
    if (random.below(6) === 0)
      return { ...input, [random.pick(['__proto__', 'more', '0', 'toString'])]: random.pick(nasty) }
    const inside: unknown = (input as Record<string, unknown>)[key]
    return { ...input, [key]: random.below(5) === 0 ? undefined : spoilt(inside) }
  }

  return (name) => {
    const input = fitting(shapes[name] ?? {})
    return random.below(5) < 2 ? spoilt(input) : input
  }
}
