import type { Catalog } from '../catalog/catalog.ts'
import type { Country } from '../catalog/countries.ts'
import type { Chain } from '../chains/chain.ts'
import type { Clock } from '../clock.ts'
import type { Ledger } from './spend/ledger.ts'
import type { Limits } from './limits.ts'
import type { QuoteOverride } from './quote/quote-override.ts'
import type { Settings } from './settings.ts'

/** Everything that the service's operations use. */
export interface Service {
  readonly clock: Clock
  readonly baseUrl: string
  readonly countries: readonly Country[]
  readonly catalog: Catalog
  readonly chains: readonly Chain[]
  readonly ledger: Ledger
  readonly limits: Limits
  /** The valid bearer tokens. */
  readonly bearerTokens: readonly string[]
  /** The process that kills the chains when the sandbox is killed. */
  readonly guardianPid: number | null
  /** Changed through the control door. */
  settings: Settings
  quoteOverrides: QuoteOverride[]
}

/** Returns a picture's address, absolute for the service's own pictures. */
export function pictureUrl(service: Service, path: string): string {
  return path.startsWith('/') ? `${service.baseUrl}${path}` : path
}
