import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { isAddress, type Address } from 'viem'
import type { Env } from './env.ts'
import { invalid } from './service-error.ts'

/** A wallet's address; checksums are not insisted on. */
export const walletAddress = z
  .custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }), {
    message: 'is not an address',
  })
  .openapi({ type: 'string', example: '0x52908400098527886E0F7030069857D2E4169EE7' })

export const integrator = z.string().trim().min(1).max(100)

/** A whole number in a query. */
export function wholeNumber(least: number, most: number) {
  return z.coerce.number().pipe(z.int().min(least).max(most))
}

type Described = Readonly<{
  type: 'string' | 'integer'
  pattern?: string
  minimum?: number
  maximum?: number
  default?: number
}>

/** A parameter that a dialect may rename: described under the interface's name, and read by `readNamed` alone. */
export function renamable(description: Described) {
  return z.string().optional().openapi(description)
}

/**
 * The parameters of a request under the names by which the service goes now, read in `shape` under the names of the interface; 400 with
 * the names as they are now for those that do not fit.
 */
export function readNamed<S extends z.ZodObject>(
  c: Context<Env>,
  names: Readonly<Record<string, string>>,
  shape: S,
): z.output<S> {
  const given = Object.fromEntries(Object.entries(names).map(([name, now]) => [name, c.req.query(now)]))
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  throw invalid(
    Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [names[String(path[0])] ?? path.join('.'), message]),
    ),
  )
}
