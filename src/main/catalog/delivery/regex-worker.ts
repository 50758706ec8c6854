import { parentPort } from 'node:worker_threads'

/** A question to the worker: whether `pattern` matches anywhere in `text`. */
export interface RegexJob {
  readonly pattern: string
  readonly flags: string
  readonly text: string
}

/** The result, or null for an invalid pattern. */
export type RegexReply = boolean | null

function test({ pattern, flags, text }: RegexJob): RegexReply {
  for (const mode of [`${flags}u`, flags]) {
    try {
      return new RegExp(pattern, mode).test(text)
    } catch {
      // The next attempt has no Unicode flag, which accepts more patterns.
    }
  }
  return null
}

parentPort?.on('message', (job: RegexJob) => parentPort?.postMessage(test(job)))
// Posted once: from now on questions are answered immediately.
parentPort?.postMessage('ready')
