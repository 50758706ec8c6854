import { z } from 'zod'
import { createWorkerClient } from '../worker-client.ts'
import { regexSize } from './regex-size.ts'
import type { RegexJob } from './regex-worker.ts'

export interface RegexMatcher {
  /**
   * Returns whether the service's `regex` matches in `text`; null if it is unusable: empty, too large, invalid, or over the time limit. An
   * unusable regex forbids nothing, since a broken rule must not stop a sale that the service would accept.
   */
  test(regex: string, text: string): Promise<boolean | null>
  /** Terminates the worker. */
  close(): Promise<void>
}

const MAX_PATTERN = 2_000
/** Enough for a message of 2,000 characters, twice. */
const MAX_SIZE = 5_000
const MAX_REMEMBERED = 500
const REMEMBERED_MS = 60_000
const MEMORY_MB = 128
const reply = z.boolean().nullable().catch(null)

/**
 * Creates a runner for untrusted regexes. Main neither compiles nor runs them: a worker does, which is killed after `timeoutMs`. A regex
 * that turned out unusable is not tried again for a minute.
 */
export function createRegexMatcher(workerUrl: URL, timeoutMs = 1_000): RegexMatcher {
  const worker = createWorkerClient(workerUrl, timeoutMs, { maxOldGenerationSizeMb: MEMORY_MB })
  /** When each regex that was unusable may be tried again. */
  const unusable = new Map<string, number>()

  function remember(regex: string): void {
    if (unusable.size >= MAX_REMEMBERED) unusable.clear()
    unusable.set(regex, performance.now() + REMEMBERED_MS)
  }

  return {
    async test(regex, text) {
      if (regex.length > MAX_PATTERN || performance.now() < (unusable.get(regex) ?? 0)) return null
      const { pattern, flags } = unwrap(regex.trim())
      if (pattern === '' || regexSize(pattern) > MAX_SIZE) return null
      const job: RegexJob = { pattern, flags, text }
      const matches = reply.parse(await worker.ask(job))
      if (matches === null) remember(regex)
      return matches
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
