import { z } from 'zod'

/** The values that a person typed for a product: the delivery reference, and the required fields by name. */
export const delivery = {
  sku: z.string().min(1).max(300),
  reference: z.string().max(500),
  fields: z.record(z.string().max(200), z.string().max(2000)),
}
