import { afterEach, expect, it } from 'vitest'
import { createAccessBreaker } from '../service/exchange/access-breaker.ts'
import { createConnectionMonitor } from '../service/exchange/connection-monitor.ts'
import { createExchange } from '../service/exchange/exchange.ts'
import { reply, startTestServer, type TestServer } from '../../testing/service/server.ts'
import { countRequests } from './count-requests.ts'
import { beginInquiry, type Inquiry } from './inquiry.ts'
import { readDocument, type ServiceDocument } from './read-document.ts'

let server: TestServer | null = null
afterEach(() => server?.close())

async function read(document: unknown, status = 200): Promise<{ found: ServiceDocument | null; inquiry: Inquiry }> {
  server = await startTestServer(reply(status, document))
  const now = Date.now
  const exchange = createExchange({
    baseUrl: server.baseUrl,
    budget: countRequests(1, null, now),
    now,
    timeoutMs: 2_000,
    breaker: createAccessBreaker({ now, token: () => null, onTokenRefused: () => undefined }),
    connection: createConnectionMonitor(now, () => undefined),
  })
  const inquiry = beginInquiry(exchange, now)
  return { found: await readDocument(inquiry, exchange), inquiry }
}

const parameter = (name: string, more = {}): unknown => ({ name, in: 'query', ...more })

it('finds names, the largest page and the example of a chain, through references too', async () => {
  const { found } = await read({
    openapi: '3.1.0',
    paths: {
      '/api/v1/wallets/{wallet}/transactions/': {
        get: { parameters: [parameter('integrator'), parameter('page'), { $ref: '#/components/parameters/limit' }] },
      },
      '/api/v1/countries/': { get: { parameters: [parameter('fiat_currency'), { name: 'search', in: 'header' }] } },
    },
    components: {
      parameters: { limit: parameter('limit', { schema: { type: 'integer', maximum: 50 } }) },
      schemas: {
        Registration: { properties: { transactionIntent: { $ref: '#/components/schemas/Intent' } } },
        Intent: { properties: { chain: { type: 'string', examples: ['137'] } } },
      },
    },
  })
  expect(found).toEqual({
    listParameters: { page: 'page', size: 'limit' },
    countryParameters: { fiatCurrency: 'fiat_currency' },
    maxPageSize: 50,
    chainExample: '137',
  })
})

it.each([
  [
    'with two names for one parameter',
    { '/countries': { get: { parameters: [parameter('q'), parameter('search')] } } },
  ],
  [
    'with anything unexpected',
    { '/countries': { get: { parameters: ['q', null, { $ref: '#/nowhere' }, { name: 7 }] } } },
  ],
  ['without the path', { '/other': null }],
])('finds nothing in a document %s', async (_, paths) => {
  const { found } = await read({ paths })
  expect(found).toEqual({ listParameters: {}, countryParameters: {}, maxPageSize: null, chainExample: null })
})

it('treats a refusal as no document, and continues', async () => {
  for (const status of [401, 403, 404, 500]) {
    const { found, inquiry } = await read({ paths: {} }, status)
    expect([found, inquiry.isOver()]).toEqual([null, false])
    await server?.close()
  }
})

it('rejects a page, a list and a document without paths', async () => {
  for (const document of ['<html></html>', [], { paths: null }, 'no JSON']) {
    const { found, inquiry } = await read(document)
    expect(found).toBeNull()
    expect(inquiry.rows).toMatchObject([{ part: 'document', message: 'document.none' }])
    await server?.close()
  }
})
