import { z } from 'zod'
import { productRowView } from '../catalog/views.ts'
import { counterLimits } from './limits.ts'
import { decimal } from '../scalars.ts'

/** A page as the manager sets it: its name, and its SKUs in order. */
export const counterPage = z.object({
  name: z.string().trim().min(1).max(counterLimits.name),
  products: z.array(z.string().min(1).max(300)).max(counterLimits.products),
})
export const counterPages = z.array(counterPage).max(counterLimits.pages)

const counterProducts = z.array(
  z.object({
    product: productRowView,
    /** Whether the service stopped selling it. */
    gone: z.boolean(),
    /** Its price in cash, which stays for the open shift; null if unknown. */
    price: decimal.nullable(),
  }),
)

/** The products on a shop's counter, one touch from their checkout. */
export const counterView = z.object({
  /** The currency of all prices below (ISO 4217); null before cash prices are set. */
  currency: z.string().nullable(),
  /** Whether a policy sets the pages, so that they cannot be edited. */
  byPolicy: z.boolean(),
  pages: z.array(z.object({ name: z.string(), products: counterProducts })),
  /** The last products sold on this register that are still on sale, each once, without recipients. */
  recent: counterProducts,
})

export type CounterPages = z.output<typeof counterPages>
export type CounterView = z.output<typeof counterView>
