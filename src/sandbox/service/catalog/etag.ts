import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'

/** The header of answers that support conditional requests. */
export const etagHeader = z.object({
  ETag: z.string().openapi({ description: 'A strong entity tag: another one for any other body' }),
})

/** Returns a strong entity tag (RFC 9110 §8.8.3): the same for the same text, another for any other. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`
}

/** Returns whether an `If-None-Match` header names `etag` (RFC 9110 §13.1.2). */
export function names(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
