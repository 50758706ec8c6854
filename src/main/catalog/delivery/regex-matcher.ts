import { RE2JS } from 're2js'
import { z } from 'zod'
import { createWorkerClient } from '../worker-client.ts'
import type { RegexJob } from './regex-worker.ts'

export interface RegexMatcher {
  /**
   * Returns whether the service's `regex` matches in `text`; null if it is unusable: empty, too long, invalid, or over the time limit. An
   * unusable regex forbids nothing, since a broken rule must not stop a sale that the service would accept.
   */
  test(regex: string, text: string): Promise<boolean | null>
  /** Terminates the worker. */
  close(): Promise<void>
}

const MAX_PATTERN = 2_000
const MAX_KEPT = 500
const reply = z.boolean().nullable().catch(null)

/**
 * Creates a runner for untrusted regexes. RE2 runs them in linear time (https://github.com/google/re2/wiki/Syntax). Those it cannot parse
 * (look-around, back-references) run in a worker that is killed after `timeoutMs`.
 */
export function createRegexMatcher(workerUrl: URL, timeoutMs = 250): RegexMatcher {
  const compiled = new Map<string, RE2JS | null>()
  const worker = createWorkerClient(workerUrl, timeoutMs)

  function compile(pattern: string, flags: string): RE2JS | null {
    const key = `${flags}/${pattern}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const made = compileRe2(pattern, flags)
    if (compiled.size >= MAX_KEPT) compiled.clear()
    compiled.set(key, made)
    return made
  }

  return {
    async test(regex, text) {
      const { pattern, flags } = unwrap(regex.trim())
      if (pattern === '' || pattern.length > MAX_PATTERN) return null
      const re2 = compile(pattern, flags)
      if (re2 !== null) return re2.matcher(text).find()
      const job: RegexJob = { pattern, flags, text }
      return reply.parse(await worker.ask(job))
    },
    close: worker.close,
  }
}

/** Accepts `/pattern/i` as well as the plain pattern. */
function unwrap(regex: string): { pattern: string; flags: string } {
  const slashed = /^\/(.+)\/([a-z]*)$/s.exec(regex)
  const flags = [...(slashed?.[2] ?? '')].filter((flag) => 'ims'.includes(flag))
  return { pattern: slashed?.[1] ?? regex, flags: [...new Set(flags)].join('') }
}

function compileRe2(pattern: string, flags: string): RE2JS | null {
  try {
    return RE2JS.compile(flags === '' ? pattern : `(?${flags})${pattern}`)
  } catch {
    return null
  }
}
