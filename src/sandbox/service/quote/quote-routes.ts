import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Service } from '../context.ts'
import type { Env } from '../env.ts'
import { makeQuote, priceOffer } from './make-quote.ts'
import { failures, success } from '../responses.ts'
import { alternateQuote, alternateQuoteRequest, quote, quoteRequest } from '../schemas.ts'
import { ServiceError } from '../service-error.ts'

const quoteRoute = createRoute({
  operationId: 'createQuote',
  method: 'post',
  path: '/api/v1/quotes/',
  request: { body: { required: true, content: { 'application/json': { schema: quoteRequest } } } },
  responses: { 201: success('Quote retrieved', quote), ...failures(400) },
})

const alternateRoute = createRoute({
  operationId: 'createAlternateQuote',
  method: 'post',
  path: '/quotes',
  request: { body: { required: true, content: { 'application/json': { schema: alternateQuoteRequest } } } },
  responses: {
    200: success('Quote retrieved', alternateQuote),
    ...failures(),
    400: success('Invalid or missing parameters', alternateQuote),
  },
})

/** Both kinds of quotes. */
export const quoteRoutes = [quoteRoute, alternateRoute]

/** Adds both kinds of quotes: the interface's, and the alternate one, which only gives a price. */
export function addQuoteRoutes(app: OpenAPIHono<Env>, service: Service): void {
  app.openapi(quoteRoute, async (c) => {
    refuseOther(service, 'v1')
    return c.json(await makeQuote(service, c.req.valid('json')), 201)
  })
  app.openapi(
    alternateRoute,
    (c) => {
      const body = c.req.valid('json')
      refuseOther(service, 'alternate')
      try {
        const { variant, priced } = priceOffer(service, {
          sku: body.sku,
          fiatCurrency: body.fiat_currency,
          digitalAsset: body.digital_asset,
          chainId: body.chain_id,
        })
        const data = {
          fiat_currency: variant.price.fiatCurrency,
          fiat_amount: variant.price.fiatValue,
          digital_asset: body.digital_asset,
          digital_asset_amount: priced.digitalAssetAmount,
          total_amount: priced.totalAmount,
          sku: variant.sku,
        }
        return c.json({ error: '', message: 'Quote retrieved', data }, 200)
      } catch (error) {
        if (error instanceof ServiceError)
          return c.json({ error: error.errorCode, message: error.message, data: null }, 400)
        throw error
      }
    },
    (result, c) => {
      if (result.success) return undefined
      const message = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
      return c.json({ error: 'INVALID_PARAMETERS', message, data: null }, 400)
    },
  )
}

/** Answers 404 for the kind of quotes that the dialect does not have. */
function refuseOther({ settings }: Service, form: 'v1' | 'alternate'): void {
  const { quotes } = settings.dialect
  if (quotes !== 'both' && quotes !== form) throw new ServiceError(404, 'NOT_FOUND', 'There is nothing at this address')
}
