import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { profileSchema, type Profile } from '../../shared/services/profile.ts'

/** Describes the problem of a profile file in one sentence for the terminal; never quotes its values. */
class ProfileFileError extends Error {
  override readonly name = 'ProfileFileError'
}

const MAX_BYTES = 100_000

/** Strict: a misspelt setting would be ignored otherwise. */
const fileSchema = profileSchema.strict()

/** Reads a service profile from a JSON file. Throws ProfileFileError. */
export function loadProfileFile(file: string): Profile {
  const json = readJson(file)
  const parsed = fileSchema.safeParse(json)
  if (parsed.success) return parsed.data
  if (parsed.error.issues.some(({ path, code }) => path.length === 0 && code !== 'unrecognized_keys')) {
    throw new ProfileFileError(`The profile file ${file} must hold one JSON object with name, baseUrl and integrator.`)
  }
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `"${[...issue.path, key].join('.')}" is no setting of a profile`)
      : [`"${issue.path.join('.')}" ${wordsFor(issue, json)}`],
  )
  throw new ProfileFileError(`The profile in ${file} cannot be used: ${problems.slice(0, 10).join('; ')}.`)
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Describes the problem of one field to a user with the file open, without its value. */
function wordsFor(issue: z.core.$ZodIssue, json: unknown): string {
  if (valueAt(json, issue.path) === undefined) return 'is missing'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string' ? `must not be longer than ${issue.maximum}` : `must be at most ${issue.maximum}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}`
    case 'custom':
      return `must be an address that is ${issue.message}`
    default:
      return 'is not in a form that Till knows'
  }
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value !== null && typeof value === 'object' ? Reflect.get(value, key) : undefined),
    json,
  )
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this account may not read it',
  EPERM: 'this account may not read it',
  EISDIR: 'it is a folder',
}

function readJson(file: string): unknown {
  let text: string
  try {
    if (statSync(file).size > MAX_BYTES) throw new ProfileFileError('it is too large')
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const reason = cause instanceof ProfileFileError ? cause.message : (reasons[code] ?? `the system says ${code}`)
    throw new ProfileFileError(`The profile file ${file} cannot be read: ${reason}.`, { cause })
  }
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which may hold the token.
    throw new ProfileFileError(`The profile file ${file} is not JSON.`)
  }
}
