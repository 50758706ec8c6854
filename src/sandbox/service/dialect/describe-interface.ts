import { OpenAPIHono } from '@hono/zod-openapi'
import { catalogRoutes } from '../catalog/catalog-routes.ts'
import { quoteRoutes } from '../quote/quote-routes.ts'
import { walletRoutes } from '../spend/wallet-routes.ts'

/** Returns the interface of a service at `baseUrl` as an OpenAPI document: every operation under the interface's own names. */
export function describeInterface(baseUrl: string) {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono()
  for (const route of [...catalogRoutes, ...quoteRoutes, ...walletRoutes]) registry.registerPath(route)
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Spending service (sandbox)',
      version: '1.0.0',
      description: 'Play money only. A token is optional.',
    },
    servers: [{ url: baseUrl }],
    security: [{}, { bearer: [] }],
  })
}
