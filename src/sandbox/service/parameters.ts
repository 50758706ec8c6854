import { z } from '@hono/zod-openapi'
import { isAddress, type Address } from 'viem'

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
