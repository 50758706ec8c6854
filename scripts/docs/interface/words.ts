/** The parts of a JSON schema that contain words. */
interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
}

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>
}

/** The parts of an OpenAPI document that contain words. */
export interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Described; readonly post?: Described }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

type Described = Omit<Operation, 'parameters'> & Partial<Pick<Operation, 'parameters'>>

const prefix = '#/components/schemas/'

/**
 * Returns every word of the interface in an OpenAPI document: parameters (`operation.query.name`), properties
 * (`Resource.name`), their documented values (`Resource.name=VALUE`), statuses and headers of answers, and security
 * schemes. What every operation answers is listed once, without an operation.
 */
export function wordsOf(document: Document): string[] {
  const operations = operationsOf(document)
  return [
    ...Object.keys(document.components.securitySchemes).map((name) => `security.${name}`),
    ...operations.flatMap(({ operationId, parameters }) =>
      parameters.map((one) => `${operationId}.${one.in}.${one.name}`),
    ),
    ...propertiesOf(document.components.schemas),
    ...answersOf(operations),
  ]
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.values(paths)
    .flatMap(({ get, post }) => [get, post])
    .filter((one) => one !== undefined)
    .map((one) => ({ ...one, parameters: one.parameters ?? [] }))
}

/** Returns the statuses and headers of answers; those of every operation are listed without one. */
function answersOf(operations: readonly Operation[]): string[] {
  const answers = operations.map(({ operationId, responses }) => ({
    operationId,
    words: Object.entries(responses).flatMap(([status, { headers = {} }]) => [
      `status.${status}`,
      ...Object.keys(headers).map((name) => `answer.${name}`),
    ]),
  }))
  const isCommon = (word: string): boolean => answers.every(({ words }) => words.includes(word))
  const named = answers.flatMap(({ operationId, words }) =>
    words.map((word) => (isCommon(word) ? word : `${operationId}.${word}`)),
  )
  return [...new Set(named)]
}

/** Returns the properties of every resource, each separately, since resources may use the same property differently. */
function propertiesOf(schemas: Readonly<Record<string, Schema>>): string[] {
  const held = Object.values(schemas).flatMap(referencesIn)
  const isPart = (name: string): boolean => held.filter((one) => one === name).length > 1
  function within(path: string, schema: Schema): string[] {
    const reference = schema.$ref?.slice(prefix.length)
    if (reference !== undefined) return isPart(reference) ? within(path, schemas[reference] ?? {}) : []
    return [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
        `${path}.${name}`,
        ...within(`${path}.${name}`, one),
      ]),
      ...(schema.items === undefined ? [] : within(path, schema.items)),
      ...[...(schema.enum ?? []), ...(schema.examples ?? [])].map((value) => `${path}=${String(value)}`),
    ]
  }
  return Object.entries(schemas).flatMap(([name, schema]) => (isPart(name) ? [] : within(name, schema)))
}

function referencesIn(schema: Schema): string[] {
  return [
    ...(schema.$ref === undefined ? [] : [schema.$ref.slice(prefix.length)]),
    ...Object.values(schema.properties ?? {}).flatMap(referencesIn),
    ...(schema.items === undefined ? [] : referencesIn(schema.items)),
  ]
}
