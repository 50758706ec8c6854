import type { Profile } from '../../shared/services/profile.ts'
import { isHtml, isSuccess, jsonOf } from '../service/answer/answer.ts'
import type { Exchange } from '../service/exchange/exchange.ts'
import { isRecord } from './compare-fields.ts'
import { listCandidates, type Candidates } from './find-names.ts'
import type { Inquiry } from './inquiry.ts'

/** What a service's own OpenAPI document says about the interface's open points; empty without such statements. */
export interface ServiceDocument {
  readonly listParameters: Partial<Profile['listParameters']>
  readonly countryParameters: Partial<Profile['countryParameters']>
  readonly maxPageSize: number | null
  /** The example of a registration's chain. */
  readonly chainExample: string | null
}

/** Services' names for the filters of countries. */
export const countryCandidates: Candidates<keyof Profile['countryParameters']> = {
  region: ['region', 'region_name', 'regionName'],
  subregion: ['subregion', 'sub_region', 'subRegion'],
  fiatCurrency: ['fiatCurrency', 'fiat_currency', 'currency', 'currencyCode'],
  search: ['search', 'q', 'query', 'name'],
}

const PATH = '/openapi.json'
const MAX_BYTES = 5_000_000

/**
 * Reads the document if the service has one; unexpected content counts as missing. `exchange` is separate: a site that forbids missing
 * pages says nothing about the service.
 */
export async function readDocument(inquiry: Inquiry, exchange: Exchange): Promise<ServiceDocument | null> {
  const outcome = await inquiry.attempt(async () => {
    const request = { method: 'GET', path: PATH, requestClass: 'browsing', maxBytes: MAX_BYTES } as const
    const result = await exchange({ ...request, retryWithoutToken: false })
    if (result.kind === 'refused' && result.answer.status !== 429) return null
    if (result.kind !== 'answer') throw result.error
    return isSuccess(result.answer) && !isHtml(result.answer) ? jsonOf(result.answer) : null
  })
  if ('trouble' in outcome && inquiry.isOver()) {
    inquiry.fail('document', outcome.trouble)
    return null
  }
  const document = 'value' in outcome ? outcome.value : null
  if (!isRecord(document) || !isRecord(document['paths'])) {
    inquiry.report('document', 'unknown', 'document.none', { path: PATH })
    return null
  }
  inquiry.report('document', 'fits', 'document.found', { path: PATH })
  return describe(document, document['paths'])
}

function describe(
  document: Readonly<Record<string, unknown>>,
  paths: Readonly<Record<string, unknown>>,
): ServiceDocument {
  const list = queryOf(document, paths, /\/wallets\/\{[^/]+\}\/transactions\/?$/)
  const countries = queryOf(document, paths, /\/countries\/?$/)
  const listParameters = namesAmong(list, listCandidates)
  const size = list.find(({ name }) => name === listParameters.size)
  return {
    listParameters,
    countryParameters: namesAmong(countries, countryCandidates),
    maxPageSize: maximumOf(size?.schema),
    chainExample: exampleOfChain(document),
  }
}

interface Parameter {
  readonly name: string
  readonly schema: unknown
}

function queryOf(
  document: Readonly<Record<string, unknown>>,
  paths: Readonly<Record<string, unknown>>,
  pattern: RegExp,
): readonly Parameter[] {
  const path = Object.entries(paths).find(([name]) => pattern.test(name))?.[1]
  const get = isRecord(path) ? path['get'] : null
  const parameters = isRecord(get) ? get['parameters'] : null
  return (Array.isArray(parameters) ? parameters : [])
    .map((one: unknown) => resolve(document, one))
    .filter(isRecord)
    .flatMap(({ name, in: location, schema }) =>
      typeof name === 'string' && location === 'query' ? [{ name, schema }] : [],
    )
}

/** Returns the only known name of each parameter. */
function namesAmong<K extends string>(
  parameters: readonly Parameter[],
  candidates: Candidates<K>,
): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {}
  for (const [kind, names] of Object.entries(candidates) as [K, readonly string[]][]) {
    const [name, ...others] = names.filter((one) => parameters.some((parameter) => parameter.name === one))
    if (name !== undefined && others.length === 0) found[kind] = name
  }
  return found
}

function maximumOf(schema: unknown): number | null {
  const maximum = isRecord(schema) ? schema['maximum'] : null
  return typeof maximum === 'number' && Number.isInteger(maximum) && maximum >= 1 ? maximum : null
}

/** Returns the example of `transactionIntent.chain` in any schema. */
function exampleOfChain(document: Readonly<Record<string, unknown>>): string | null {
  const components = document['components']
  const schemas = isRecord(components) ? components['schemas'] : null
  for (const schema of Object.values(isRecord(schemas) ? schemas : {})) {
    const intent = resolve(document, propertyOf(schema, 'transactionIntent'))
    const chain = resolve(document, propertyOf(intent, 'chain'))
    const examples = isRecord(chain) ? [chain['example'], ...asList(chain['examples']), ...asList(chain['enum'])] : []
    const example = examples.find((one) => typeof one === 'string' || typeof one === 'number')
    if (example !== undefined) return String(example)
  }
  return null
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function propertyOf(schema: unknown, name: string): unknown {
  const properties = isRecord(schema) ? schema['properties'] : null
  return isRecord(properties) ? properties[name] : null
}

/** Resolves a reference within the document; returns anything else unchanged. */
function resolve(document: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const reference = isRecord(value) ? value['$ref'] : null
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return value
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (isRecord(part) ? part[name] : null), document)
}
