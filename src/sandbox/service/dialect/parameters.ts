import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { isAddress, type Address } from 'viem'
import type { Env } from '../env.ts'
import { invalid } from '../service-error.ts'

/** A wallet's address; a wrong checksum is accepted. */
export const walletAddress = z
  .custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }), {
    message: 'is not an address',
  })
  .openapi({ type: 'string', example: '0x52908400098527886E0F7030069857D2E4169EE7' })

export const integrator = z.string().trim().min(1).max(100)

/** Returns the schema of a whole number in a query. */
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

/**
 * Describes a parameter under the interface's name. A dialect, the settings that let the sandbox imitate services whose names differ, may
 * rename it; only `readNamed` reads it.
 */
export function renamable(description: Described) {
  return z.string().optional().openapi(description)
}

/**
 * Reads a request's parameters by the dialect's names, and parses them with `shape` by the interface's names; refuses wrong ones with
 * a 400 that uses the dialect's names.
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
