import { parentPort } from 'node:worker_threads'
import { RE2JS } from 're2js'

/** A question to the worker: whether `pattern` matches anywhere in `text`. */
export interface RegexJob {
  readonly pattern: string
  readonly flags: string
  readonly text: string
}

/** The result, or null for an invalid pattern. */
export type RegexReply = boolean | null

type Test = (text: string) => RegexReply

const MAX_KEPT = 500
const compiled = new Map<string, Test>()

function compile(pattern: string, flags: string): Test {
  const key = `${flags}/${pattern}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const made = compileRe2(pattern, flags) ?? compileNative(pattern, flags)
  if (compiled.size >= MAX_KEPT) compiled.clear()
  compiled.set(key, made)
  return made
}

/** RE2 runs in linear time (https://github.com/google/re2/wiki/Syntax); null if it cannot parse the pattern (look-around, back-references). */
function compileRe2(pattern: string, flags: string): Test | null {
  try {
    const re2 = RE2JS.compile(flags === '' ? pattern : `(?${flags})${pattern}`)
    return (text) => re2.matcher(text).find()
  } catch {
    return null
  }
}

function compileNative(pattern: string, flags: string): Test {
  for (const mode of [`${flags}u`, flags]) {
    try {
      const regex = new RegExp(pattern, mode)
      return (text) => regex.test(text)
    } catch {
      // The next attempt has no Unicode flag, which accepts more patterns.
    }
  }
  return () => null
}

parentPort?.on('message', ({ pattern, flags, text }: RegexJob) =>
  parentPort?.postMessage(compile(pattern, flags)(text)),
)
// The first pattern takes longer than all later ones, and none of a service's may run out of time for that.
compile('^[a-z]{1,30}$', 'i')('ready')
// Posted once: from now on questions are answered immediately.
parentPort?.postMessage('ready')
