import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi'
import { pictureUrl, type Service } from '../context.ts'
import type { Env } from '../env.ts'
import { etagHeader, etagOf, names } from './etag.ts'
import { listCountries } from './list-countries.ts'
import { listNetworks, listTokens } from './list-networks.ts'
import { readNamed, renamable, walletAddress } from '../dialect/parameters.ts'
import { failures, success } from '../responses.ts'
import { countries, networks, products, tokens } from '../schemas.ts'

const text = z.string().max(200).optional()
const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'is not a two-letter country code')
  .optional()

const productsRoute = createRoute({
  operationId: 'listProducts',
  method: 'get',
  path: '/api/v1/products/grouped/',
  request: {
    query: z.object({ brand: text, country: countryCode, type: text, subType: text, category: text }),
    headers: z.object({ 'if-none-match': z.string().max(2000).optional() }),
  },
  responses: {
    200: { ...success('Products by type and brand', products), headers: etagHeader },
    304: { description: 'Still what `If-None-Match` names', headers: etagHeader },
    ...failures(400),
  },
})

const networksRoute = createRoute({
  operationId: 'listNetworks',
  method: 'get',
  path: '/api/v1/networks/',
  request: { query: z.object({ walletAddress: walletAddress.optional() }) },
  responses: { 200: success('Networks', networks), ...failures(400) },
})

const tokensRoute = createRoute({
  operationId: 'listTokens',
  method: 'get',
  path: '/api/v1/tokens/{networkKey}/',
  request: {
    params: z.object({ networkKey: z.string().min(1).max(100) }),
    query: z.object({ walletAddress: walletAddress.optional() }),
  },
  responses: { 200: success('Tokens of a network', tokens), ...failures(400, 404) },
})

const countryFilter = z.object({
  region: text,
  subregion: text,
  fiatCurrency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'is not a three-letter currency code')
    .optional(),
  search: text,
})

const countriesRoute = createRoute({
  operationId: 'listCountries',
  method: 'get',
  path: '/api/v1/countries/',
  request: {
    query: z.object({
      region: renamable({ type: 'string' }),
      subregion: renamable({ type: 'string' }),
      fiatCurrency: renamable({ type: 'string', pattern: '^[A-Za-z]{3}$' }),
      search: renamable({ type: 'string' }),
    }),
  },
  responses: { 200: success('Countries', countries), ...failures(400) },
})

/** The operations that need no wallet. */
export const catalogRoutes = [productsRoute, networksRoute, tokensRoute, countriesRoute]

/** Adds the operations that need no wallet: products, networks, tokens, countries. */
export function addCatalogRoutes(app: OpenAPIHono<Env>, service: Service): void {
  app.openapi(productsRoute, (c) => {
    const picture = (path: string) => pictureUrl(service, path)
    const groups = service.catalog.groups(c.req.valid('query')).map(({ productType, brands }) => ({
      productType,
      brands: brands.map(({ variants, ...brand }) => ({
        ...brand,
        imageUrl: picture(brand.imageUrl),
        variants: variants.map((variant) => ({ ...variant, imageUrl: picture(variant.imageUrl) })),
      })),
    }))
    const body = { products: groups }
    const etag = etagOf(JSON.stringify(body))
    c.header('ETag', etag)
    return names(c.req.header('If-None-Match'), etag) ? c.body(null, 304) : c.json(body, 200)
  })
  app.openapi(networksRoute, (c) => c.json({ success: true, data: listNetworks(service) }, 200))
  app.openapi(tokensRoute, (c) => {
    return c.json({ success: true, data: listTokens(service, c.req.valid('param').networkKey) }, 200)
  })
  app.openapi(countriesRoute, (c) => {
    const filter = readNamed(c, service.settings.dialect.countryParameters, countryFilter)
    const results = listCountries(service, filter)
    return c.json({ message: 'Countries retrieved', data: { count: results.length, results } }, 200)
  })
}
