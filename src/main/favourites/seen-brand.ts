import { z } from 'zod'

/** A brand as the user last saw it, so that it has a name after it is gone. Drops fields of an older Till that no longer parse. */
export const seenBrandSchema = z.object({
  slug: z.string(),
  name: z.string(),
  image: z.string().startsWith('/image/').nullable().catch(null),
  productTypes: z.array(z.string()).catch([]),
  countries: z.array(z.string()).catch([]),
  variants: z.int().catch(0),
  from: z.object({ fiatCurrency: z.string(), fiatValue: z.string() }),
})
