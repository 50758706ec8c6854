import type { z } from 'zod'
import type { PolicyView } from '../../shared/policy/views.ts'
import { policySchema, type PolicyValues } from './policy-schema.ts'

type Problem = Pick<NonNullable<PolicyView['problem']>, 'reason' | 'path'>

/** The reason a policy is not used; its message is a sentence for the terminal that quotes no value. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly problem: Problem
  constructor(reason: Problem['reason'], path = '', options?: ErrorOptions) {
    super(sentences[reason](path), options)
    this.problem = { reason, path }
  }
}

const sentences: Readonly<Record<Problem['reason'], (path: string) => string>> = {
  unreadable: () => 'It cannot be read.',
  'not-json': () => 'It is not one JSON object.',
  'unknown-key': (path) => `It sets "${path}", which no policy has.`,
  missing: (path) => `It lacks "${path}".`,
  'wrong-value': (path) => `Its value at "${path}" is none that Till can take.`,
  service: (path) => `Its "${path}" cannot be used in this window.`,
}

/** Reads a whole policy or none of it. Throws PolicyError with the first invalid path. */
export function readPolicy(text: string): PolicyValues {
  const json = parse(text.replace(/^\ufeff/, ''))
  const parsed = policySchema.safeParse(json)
  if (parsed.success) return parsed.data
  // An unknown key explains more than the missing key it was meant to be.
  const issues = parsed.error.issues
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (issue === undefined || (issue.path.length === 0 && issue.code !== 'unrecognized_keys'))
    throw new PolicyError('not-json')
  if (issue.code === 'unrecognized_keys') throw new PolicyError('unknown-key', textOf([...issue.path, issue.keys[0]]))
  const isMissing = issue.code === 'invalid_type' && valueAt(json, issue.path) === undefined
  throw new PolicyError(isMissing ? 'missing' : 'wrong-value', textOf(issue.path))
}

/** This name means an object's prototype, not a key of the file, so schemas overlook it. */
const UNSEEN = '__proto__'

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === UNSEEN) throw new PolicyError('unknown-key', UNSEEN)
      return value
    })
  } catch (error) {
    // The parser's own message quotes the text, which may hold the token.
    throw error instanceof PolicyError ? error : new PolicyError('not-json')
  }
}

function textOf(path: readonly (PropertyKey | undefined)[]): string {
  const text = path.map(String).join('.')
  return text.replace(/[\p{C}"]/gu, ' ').slice(0, 100)
}

function valueAt(json: unknown, path: z.core.$ZodIssue['path']): unknown {
  return path.reduce<unknown>(
    (value, key) => (value !== null && typeof value === 'object' ? Reflect.get(value, key) : undefined),
    json,
  )
}
