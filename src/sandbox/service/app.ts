import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Hono, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { access } from './access.ts'
import { addCatalogRoutes } from './catalog/catalog-routes.ts'
import type { Service } from './context.ts'
import type { Env } from './env.ts'
import { describeDialect } from './dialect/describe-dialect.ts'
import { describeInterface } from './dialect/describe-interface.ts'
import { addExplorerRoutes } from './explorer-routes.ts'
import { giveCoins } from './faucet.ts'
import { walletAddress } from './dialect/parameters.ts'
import { addPictureRoutes } from './catalog/picture-routes.ts'
import { addQuoteRoutes } from './quote/quote-routes.ts'
import { ServiceError } from './service-error.ts'
import { addWalletRoutes } from './spend/wallet-routes.ts'

function fieldsOf(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.') || 'body', message]))
}

export interface AppParts {
  /** Handles every request first. */
  readonly log: MiddlewareHandler<Env>
  /** Runs between the access checks and the operations. */
  readonly faults: MiddlewareHandler<Env>
  readonly control: Hono<Env>
}

/** Creates the whole web application: nine operations, alternate quote, faucet, pictures, explorer, OpenAPI document and control door. */
export function createApp(service: Service, parts: AppParts): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (result.success) return
      const fields = fieldsOf(result.error)
      const names = Object.keys(fields).join(', ')
      throw new ServiceError(400, 'INVALID_PARAMETERS', `Invalid or missing parameters: ${names}`, { fields })
    },
  })
  app.use(parts.log, access(service), parts.faults)
  addCatalogRoutes(app, service)
  addQuoteRoutes(app, service)
  addWalletRoutes(app, service)
  addPictureRoutes(app)
  addExplorerRoutes(app, service)
  app.route('/_control', parts.control)
  app.post('/faucet', async (c) => {
    const input = z.object({ address: walletAddress }).safeParse(await c.req.json().catch(() => null))
    if (!input.success)
      throw new ServiceError(400, 'INVALID_PARAMETERS', 'An address is needed', { fields: { address: 'is missing' } })
    await giveCoins(service.chains, input.data.address)
    return c.json({ address: input.data.address, message: 'The play money is there.' }, 200)
  })
  app.get('/openapi.json', (c) => {
    const { dialect } = service.settings
    if (!dialect.document) return c.notFound()
    return c.json(describeDialect(describeInterface(service.baseUrl), dialect, service.chains[0]?.network), 200)
  })
  app.notFound((c) => c.json(new ServiceError(404, 'NOT_FOUND', 'There is nothing at this address').body(), 404))
  app.onError((error, c) => {
    if (error instanceof ServiceError) return c.json(error.body(), error.status, error.headers)
    if (error instanceof HTTPException) {
      return c.json(new ServiceError(400, 'INVALID_BODY', 'The body is not the JSON that is expected').body(), 400)
    }
    process.stderr.write(`${error.stack ?? error.message}\n`)
    return c.json(new ServiceError(500, 'INTERNAL_ERROR', 'Internal server error').body(), 500)
  })
  return app
}
