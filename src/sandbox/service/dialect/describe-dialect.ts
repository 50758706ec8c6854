import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Env } from '../env.ts'
import type { Dialect } from '../settings.ts'

type Document = ReturnType<OpenAPIHono<Env>['getOpenAPI31Document']>

/** Returns the OpenAPI document with the dialect's names for parameters and the chain of a registration. */
export function describeDialect(
  document: Document,
  { listParameters, countryParameters, intentChain, maxPageSize }: Dialect,
  network: { readonly key: string; readonly chainId: number } | undefined,
): Document {
  const { chain: chainId, page: pageNumber, size: pageSize } = listParameters
  rename(document, 'listTransactions', { chainId, pageNumber, pageSize })
  rename(document, 'listCountries', countryParameters)
  const size = queryOf(document, 'listTransactions').find(({ name }) => name === pageSize)
  if (size) Object.assign(size, { schema: { type: 'integer', minimum: 1, maximum: maxPageSize } })
  const schemas = document.components?.schemas as Record<string, Described> | undefined
  const chain = schemas?.['RegistrationRequest']?.properties?.['transactionIntent']?.properties?.['chain']
  if (chain && network && intentChain !== 'either')
    chain.example = intentChain === 'chain-id' ? String(network.chainId) : network.key
  return document
}

interface Described {
  readonly properties?: Readonly<Record<string, Described>>
  example?: string
}

interface Parameter {
  name: string
  readonly in: string
}

function queryOf({ paths }: Document, operationId: string): Parameter[] {
  const operations = Object.values(paths ?? {}).flatMap((path) => [path.get, path.post])
  const parameters = operations.find((operation) => operation?.operationId === operationId)?.parameters ?? []
  return (parameters as Parameter[]).filter((one) => one.in === 'query')
}

function rename(document: Document, operationId: string, names: Readonly<Record<string, string>>): void {
  for (const parameter of queryOf(document, operationId)) parameter.name = names[parameter.name] ?? parameter.name
}
