import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { checksumAddress } from 'viem'
import type { Service } from '../context.ts'
import type { Env } from '../env.ts'
import { integrator, readNamed, renamable, walletAddress, wholeNumber } from '../dialect/parameters.ts'
import { registerSpend } from './register-spend.ts'
import { failures, success } from '../responses.ts'
import { registrationRequest, spendTransaction, transactionList, walletState } from '../schemas.ts'
import { ServiceError } from '../service-error.ts'
import { listItemOf, spendTransactionOf } from './spend-view.ts'

const params = z.object({ address: walletAddress })

const walletRoute = createRoute({
  operationId: 'getWallet',
  method: 'get',
  path: '/api/v1/wallets/{address}/',
  request: { params, query: z.object({ integrator: integrator.optional() }) },
  responses: { 200: success('Wallet state', walletState), ...failures(400, 404) },
})

const registerRoute = createRoute({
  operationId: 'registerTransaction',
  method: 'post',
  path: '/api/v1/wallets/{address}/transactions/',
  request: {
    params,
    query: z.object({ integrator }),
    headers: z.object({ 'idempotency-key': z.string().min(1).max(255) }),
    body: { required: true, content: { 'application/json': { schema: registrationRequest } } },
  },
  responses: { 201: success('The registered spend', spendTransaction), ...failures(400, 409, 422) },
})

const listRoute = createRoute({
  operationId: 'listTransactions',
  method: 'get',
  path: '/api/v1/wallets/{address}/transactions/',
  request: {
    params,
    query: z.object({
      integrator,
      chainId: renamable({ type: 'integer', minimum: 1 }),
      pageNumber: renamable({ type: 'integer', minimum: 1, default: 1 }),
      pageSize: renamable({ type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
    }),
  },
  responses: { 200: success('One page of the transactions, the newest first', transactionList), ...failures(400, 404) },
})

const transactionRoute = createRoute({
  operationId: 'getTransaction',
  method: 'get',
  path: '/api/v1/wallets/{address}/transactions/{transactionId}/',
  request: { params: params.extend({ transactionId: z.uuid() }), query: z.object({ integrator }) },
  responses: { 200: success('Spend transaction', spendTransaction), ...failures(400, 404) },
})

/** The operations of one wallet. */
export const walletRoutes = [walletRoute, registerRoute, listRoute, transactionRoute]

/** Adds the operations of one wallet: its state, registrations and their list. */
export function addWalletRoutes(app: OpenAPIHono<Env>, service: Service): void {
  app.openapi(walletRoute, (c) => {
    const { address } = c.req.valid('param')
    const hasAcceptedTerms = service.ledger.hasAcceptedTerms(address.toLowerCase())
    if (hasAcceptedTerms === null) throw new ServiceError(404, 'WALLET_NOT_FOUND', 'This wallet is not known')
    return c.json({ wallet: { walletAddress: checksumAddress(address), hasAcceptedTerms } }, 200)
  })
  app.openapi(registerRoute, async (c) => {
    const row = await registerSpend(service, {
      wallet: c.req.valid('param').address,
      integrator: c.req.valid('query').integrator,
      idempotencyKey: c.req.valid('header')['idempotency-key'],
      body: c.req.valid('json'),
    })
    return c.json(spendTransactionOf(service, row), 201)
  })
  app.openapi(listRoute, (c) => {
    const { integrator } = c.req.valid('query')
    const { chainId, pageNumber, pageSize } = readList(service, c)
    const rows = service.ledger
      .listRegistrations(c.req.valid('param').address.toLowerCase(), integrator)
      .filter((row) => chainId === undefined || service.ledger.getQuote(row.quoteId)?.chainId === chainId)
    if (rows.length === 0) throw new ServiceError(404, 'TRANSACTIONS_NOT_FOUND', 'This wallet has no transactions')
    const page = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
    const totals = { totalItems: rows.length, totalPages: Math.ceil(rows.length / pageSize), currentPage: pageNumber }
    return c.json({ ...totals, transactions: page.map((row) => listItemOf(service, row)) }, 200)
  })
  app.openapi(transactionRoute, (c) => {
    const { address, transactionId } = c.req.valid('param')
    const row = service.ledger.findById(transactionId)
    if (row?.wallet !== address.toLowerCase() || row.integrator !== c.req.valid('query').integrator) {
      throw new ServiceError(404, 'TRANSACTION_NOT_FOUND', 'This wallet has no such transaction')
    }
    return c.json(spendTransactionOf(service, row), 200)
  })
}

/** Reads the list's parameters in the current dialect. */
function readList({ settings }: Service, c: Context<Env>) {
  const { listParameters, maxPageSize } = settings.dialect
  const { chain: chainId, page: pageNumber, size: pageSize } = listParameters
  const shape = z.object({
    chainId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
    pageNumber: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, maxPageSize).default(Math.min(100, maxPageSize)),
  })
  return readNamed(c, { chainId, pageNumber, pageSize }, shape)
}
