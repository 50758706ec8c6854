import { z } from 'zod'
import { productRowView } from '../catalog/views.ts'
import { counterLimits } from './counter-limits.ts'
import { decimal } from '../scalars.ts'

/** A page as it is set: its name, and SKUs in the order in which they stand. */
export const counterPage = z.object({
  name: z.string().trim().min(1).max(counterLimits.name),
  products: z.array(z.string().min(1).max(300)).max(counterLimits.products),
})
export const counterPages = z.array(counterPage).max(counterLimits.pages)

const counterProducts = z.array(
  z.object({
    product: productRowView,
    /** The service sells it no more. */
    gone: z.boolean(),
    /** About what it costs in cash, before the fee that a quote tells; null where nothing tells. */
    price: decimal.nullable(),
  }),
)

/** What a shop has on its counter, a touch from its checkout. */
export const counterView = z.object({
  /** Of every price below (ISO 4217); null before prices in cash are set. */
  currency: z.string().nullable(),
  /** A policy names the pages: they are changed nowhere else. */
  byPolicy: z.boolean(),
  pages: z.array(z.object({ name: z.string(), products: counterProducts })),
  /** What was sold at this till last and still is on sale, each product once, and nothing of who it was for. */
  recent: counterProducts,
})

export type CounterPages = z.output<typeof counterPages>
export type CounterView = z.output<typeof counterView>
