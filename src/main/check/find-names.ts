import { textOf, type Answer } from '../service/answer/answer.ts'
import { readErrorBody } from '../service/answer/error-body.ts'

/** Services' names for one parameter, the likeliest first. */
export type Candidates<K extends string> = Readonly<Record<K, readonly string[]>>

/** Services' names for the parameters of a wallet's list. */
export const listCandidates: Candidates<'chain' | 'page' | 'size'> = {
  page: ['pageNumber', 'page', 'page_number', 'pageNo', 'pageIndex'],
  size: ['pageSize', 'size', 'page_size', 'limit', 'perPage', 'per_page'],
  chain: ['chainId', 'chain_id', 'chain', 'networkId', 'network_id', 'network', 'networkKey'],
}

/** A service's wording for a parameter that it does not have. */
const strange = /unknown|unexpected|unrecogni[sz]ed|not allowed|not permitted|extra/i

/** Returns the names that a refusal complains about; a parameter gets a name only if it is the only one. */
export function findNames<K extends string>(answer: Answer, candidates: Candidates<K>): Partial<Record<K, string>> {
  const isNamed = namedBy(answer)
  const found: Partial<Record<K, string>> = {}
  for (const [kind, names] of Object.entries(candidates) as [K, readonly string[]][]) {
    const [name, ...others] = names.filter(isNamed)
    if (name !== undefined && others.length === 0) found[kind] = name
  }
  return found
}

function namedBy(answer: Answer): (name: string) => boolean {
  const fields = Object.entries(readErrorBody(answer).fields)
  if (fields.length > 0) {
    const wrong = fields.filter(([, message]) => !strange.test(message)).map(([name]) => name.split('.').at(-1))
    return (name) => wrong.includes(name)
  }
  const text = textOf(answer)
  if (strange.test(text)) return () => false
  // As an identifier, so that "page" is not found in "this page is wrong".
  return (name) => new RegExp(`(?:^|["'\`\\[(,;\\s])${name}(?=["'\`\\]),;:]|$)`).test(text)
}
