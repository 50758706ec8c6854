import { z } from 'zod'
import { picture } from '../scalars.ts'

export const countryView = z.object({
  iso2: z.string(),
  iso3: z.string(),
  name: z.string(),
  capital: z.string(),
  region: z.string(),
  subregion: z.string(),
  fiatCurrency: z.string(),
  callingCode: z.string(),
  languages: z.array(z.string()),
  timezone: z.string(),
  /** Whether the service marks the country as inactive. */
  inactive: z.boolean(),
  flag: picture,
  /** Number of variants on sale there in the cached catalog. */
  variants: z.int(),
})

export type CountryView = z.output<typeof countryView>
