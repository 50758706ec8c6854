import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { RE2JS } from 're2js'
import { z } from 'zod'
import type { RegexJob, RegexReply } from './regex-worker.ts'

export interface RegexMatcher {
  /**
   * Whether the service's `regex` matches in `text`; null where it is no usable rule: empty, too long, invalid, or not done
   * within the time limit. Such a regex forbids nothing, since a broken rule must not stop a sale that the service would take.
   */
  test(regex: string, text: string): Promise<boolean | null>
  /** Ends the worker. */
  close(): Promise<void>
}

const MAX_PATTERN = 2_000
const MAX_KEPT = 500
const reply = z.boolean().nullable()

/**
 * Runs untrusted regexes: in linear time by RE2 (https://github.com/google/re2/wiki/Syntax), and what that can not read (look-around,
 * back-references) in a worker that is killed after `timeoutMs`.
 */
export function createRegexMatcher(workerUrl: URL, timeoutMs = 250): RegexMatcher {
  const compiled = new Map<string, RE2JS | null>()
  let worker: Worker | null = null
  let queue: Promise<unknown> = Promise.resolve()

  function compile(pattern: string, flags: string): RE2JS | null {
    const key = `${flags}/${pattern}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const made = compileRe2(pattern, flags)
    if (compiled.size >= MAX_KEPT) compiled.clear()
    compiled.set(key, made)
    return made
  }

  async function askWorker(job: RegexJob): Promise<RegexReply> {
    const asked = await readyWorker()
    const ended = new AbortController()
    const answered = Promise.race([
      once(asked, 'message', { signal: ended.signal }).then(([said]: unknown[]) => said),
      once(asked, 'exit', { signal: ended.signal }).then(() => null),
    ])
    const timer = setTimeout(() => void asked.terminate(), timeoutMs)
    asked.postMessage(job)
    try {
      return reply.catch(null).parse(await answered)
    } finally {
      clearTimeout(timer)
      ended.abort()
    }
  }

  /** The running worker, or a new one that says it is ready: starting must not count as matching. */
  async function readyWorker(): Promise<Worker> {
    if (worker !== null) return worker
    const started = new Worker(workerUrl)
    worker = started
    started.unref()
    started.on('error', () => undefined)
    started.once('exit', () => {
      if (worker === started) worker = null
    })
    await Promise.race([once(started, 'message'), once(started, 'exit')])
    return started
  }

  return {
    async test(regex, text) {
      const { pattern, flags } = unwrap(regex.trim())
      if (pattern === '' || pattern.length > MAX_PATTERN) return null
      const re2 = compile(pattern, flags)
      if (re2 !== null) return re2.matcher(text).find()
      const answer = queue.then(() => askWorker({ pattern, flags, text })).catch(() => null)
      queue = answer
      return answer
    },
    async close() {
      await worker?.terminate()
    },
  }
}

/** `/pattern/i` as some write it, or the pattern itself. */
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
