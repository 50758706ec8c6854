import { readFileSync, statSync } from 'node:fs'
import { profileSchema, type Profile } from '../../shared/profile.ts'

/** Says in one sentence for the terminal what is wrong with a profile file; never quotes its values. */
export class ProfileFileError extends Error {
  override readonly name = 'ProfileFileError'
}

const MAX_BYTES = 100_000

/** Reads a service profile from a JSON file; throws ProfileFileError. */
export function loadProfileFile(file: string): Profile {
  const parsed = profileSchema.safeParse(readJson(file))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  throw new ProfileFileError(`The profile in ${file} is not usable. ${problems.slice(0, 10).join('; ')}`)
}

function readJson(file: string): unknown {
  let text: string
  try {
    if (statSync(file).size > MAX_BYTES) throw new Error('it is too large')
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason'
    throw new ProfileFileError(`The profile file ${file} can not be read: ${reason}`, { cause })
  }
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which may hold the token.
    throw new ProfileFileError(`The profile file ${file} is not JSON`)
  }
}
