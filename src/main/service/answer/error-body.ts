import { z } from 'zod'
import { isHtml, jsonOf, textOf, type Answer } from './answer.ts'

/** The content of an error body, in any of the known shapes; texts are plain, short and never markup. */
export interface ErrorBody {
  readonly code: string | null
  readonly message: string
  /** Error texts by field name. */
  readonly fields: Readonly<Record<string, string>>
}

/** The service's literal answer, cut off at `MAX_KEPT` characters. */
export interface RawAnswer {
  readonly status: number
  readonly text: string
}

export const MAX_KEPT = 8_000
const MAX_TEXT = 300

const looseObject = z.record(z.string(), z.unknown())

/** Reads `{errorCode, fields, message}`, `{error_code}`, `{error}`, `{detail}` and plain text; HTML gives nothing. Never throws. */
export function readErrorBody(answer: Answer): ErrorBody {
  if (isHtml(answer)) return { code: null, message: '', fields: {} }
  const parsed = looseObject.safeParse(jsonOrText(answer))
  if (!parsed.success) {
    const value = jsonOrText(answer)
    return { code: null, message: plain(typeof value === 'string' ? value : textOf(answer)), fields: {} }
  }
  const body = parsed.data
  const error = looseObject.safeParse(body['error'])
  const inner = error.success ? error.data : {}
  const code = firstText(
    body['errorCode'],
    body['error_code'],
    body['code'],
    inner['errorCode'],
    inner['error_code'],
    inner['code'],
  )
  const message = firstText(body['message'], body['error'], inner['message'], body['detail'], body['details'])
  return {
    code: plain(code ?? '') || null,
    message: plain(message ?? ''),
    fields: readFields(body['fields'] ?? inner['fields'] ?? body['errors']),
  }
}

/** Returns the error in a stored answer, each text in one plain line; nothing for a success or a cut-off answer. */
export function errorBodyOf({ status, text }: RawAnswer): ErrorBody {
  if (status < 400 || text.length >= MAX_KEPT) return { code: null, message: '', fields: {} }
  const body = new TextEncoder().encode(text)
  return readErrorBody({ status, contentType: '', etag: null, body, saved: null })
}

function jsonOrText(answer: Answer): unknown {
  try {
    return jsonOf(answer)
  } catch {
    return textOf(answer)
  }
}

function firstText(...values: unknown[]): string | null {
  for (const value of values)
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, MAX_TEXT)
  return null
}

function readFields(value: unknown): Record<string, string> {
  const fields = looseObject.safeParse(value)
  if (!fields.success) return {}
  const entries = Object.entries(fields.data).slice(0, 50)
  return Object.fromEntries(
    entries.map(([name, problem]) => [
      plain(name).slice(0, 100),
      plain(typeof problem === 'string' ? problem : (JSON.stringify(problem) ?? '')),
    ]),
  )
}

/** Returns one line of at most 300 characters without control characters or tags. */
export function plain(text: string): string {
  return text
    .slice(0, 4 * MAX_TEXT)
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
}
