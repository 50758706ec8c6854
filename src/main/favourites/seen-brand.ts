import { z } from 'zod'

/** A brand as the person last saw it, kept so that it can be named when it is gone. What an older Till wrote otherwise is left out. */
export const seenBrandSchema = z.object({
  slug: z.string(),
  name: z.string(),
  image: z.string().startsWith('/image/').nullable().catch(null),
  productTypes: z.array(z.string()).catch([]),
  countries: z.array(z.string()).catch([]),
  variants: z.int().catch(0),
  from: z.object({ fiatCurrency: z.string(), fiatValue: z.string() }),
})
