import { parentPort } from 'node:worker_threads'

/** One question to the worker: does `pattern` match somewhere in `text`? */
export interface RegexJob {
  readonly pattern: string
  readonly flags: string
  readonly text: string
}

/** True or false, or null for a pattern that is no regular expression. */
export type RegexReply = boolean | null

function test({ pattern, flags, text }: RegexJob): RegexReply {
  for (const mode of [`${flags}u`, flags]) {
    try {
      return new RegExp(pattern, mode).test(text)
    } catch {
      // Read without Unicode rules next, which forgive more.
    }
  }
  return null
}

parentPort?.on('message', (job: RegexJob) => parentPort?.postMessage(test(job)))
// Said once: from here on questions are answered at once.
parentPort?.postMessage('ready')
