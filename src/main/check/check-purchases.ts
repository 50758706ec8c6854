import type { Profile } from '../../shared/services/profile.ts'
import type { Answer } from '../service/answer/answer.ts'
import { askService } from '../service/ask-service.ts'
import { readErrorBody } from '../service/answer/error-body.ts'
import { listTransactions, transactionsPath } from '../service/operations/list-transactions.ts'
import { findNames, listCandidates } from './find-names.ts'
import type { Inquiry } from './inquiry.ts'
import type { ServiceDocument } from './read-document.ts'

type ListNames = Profile['listParameters']
type Found = Partial<Pick<Profile, 'listParameters' | 'pageSize'>>

const MAX_PROBES = 2
/** Sizes to try if a service refuses a page size without naming its limit. */
const SMALLER = [50, 20]

/** Finds the paging parameters of a wallet's list, with a wallet that has bought nothing. */
export async function checkPurchases(
  inquiry: Inquiry,
  profile: Profile,
  wallet: string,
  document: ServiceDocument | null,
): Promise<Found> {
  const listParameters = await findListNames(inquiry, profile, wallet, document)
  const most = document?.maxPageSize ?? profile.pageSize
  const sizes = [Math.min(profile.pageSize, most), ...SMALLER.filter((size) => size < Math.min(profile.pageSize, most))]
  const pageSize = await findPageSize(inquiry, { ...profile, listParameters }, wallet, sizes)
  return { listParameters, ...(pageSize === null ? {} : { pageSize }) }
}

async function findListNames(
  inquiry: Inquiry,
  { integrator, listParameters: usual }: Profile,
  wallet: string,
  document: ServiceDocument | null,
): Promise<ListNames> {
  const described = document?.listParameters ?? {}
  const found: Partial<ListNames> = { ...described }
  for (let probe = 0; probe < MAX_PROBES; probe++) {
    const missing = Object.entries(listCandidates).filter(([kind]) => !(kind in found))
    if (missing.length === 0) break
    // An invalid number: a service that knows the parameter complains, and one that does not ignores it.
    const query = Object.fromEntries(missing.flatMap(([, names]) => names.map((name) => [name, 'x'])))
    const outcome = await inquiry.attempt((exchange) =>
      askService(
        exchange,
        { method: 'GET', path: transactionsPath(wallet), query: { integrator, ...query }, requestClass: 'tracking' },
        [400, 404, 422],
      ),
    )
    if ('trouble' in outcome) {
      if (!inquiry.isOver() || Object.keys(found).length > 0) break
      inquiry.fail('pageNames', outcome.trouble)
      return usual
    }
    const names = isComplaint(outcome.value) ? findNames(outcome.value, Object.fromEntries(missing)) : {}
    if (Object.keys(names).length === 0) break
    Object.assign(found, names)
  }
  sayNames(inquiry, usual, found, described)
  return { ...usual, ...found }
}

const kinds = Object.keys(listCandidates) as (keyof ListNames)[]

function sayNames(inquiry: Inquiry, usual: ListNames, found: Partial<ListNames>, described: Partial<ListNames>): void {
  const names = { ...usual, ...found }
  const guessed = kinds.filter((kind) => !(kind in found))
  if (guessed.length === kinds.length) return inquiry.report('pageNames', 'unknown', 'pageNames.usual', { ...names })
  if (guessed.length > 0)
    return inquiry.report('pageNames', 'unknown', 'pageNames.some', {
      seen: Object.values(found).join(', '),
      guessed: guessed.map((kind) => usual[kind]).join(', '),
    })
  const message = kinds.every((kind) => kind in described) ? 'pageNames.document' : 'pageNames.answers'
  inquiry.report('pageNames', isSame(names, usual) ? 'fits' : 'differs', message, { ...names })
}

function isComplaint({ status }: Answer): boolean {
  return status === 400 || status === 422
}

function isSame(a: ListNames, b: ListNames): boolean {
  return a.chain === b.chain && a.page === b.page && a.size === b.size
}

/** Requests the first page in decreasing sizes, and returns the first accepted one; null for none. */
async function findPageSize(
  inquiry: Inquiry,
  profile: Profile,
  wallet: string,
  [first = profile.pageSize, ...smaller]: readonly number[],
): Promise<number | null> {
  let size = first
  for (;;) {
    const outcome = await inquiry.attempt((exchange) =>
      listTransactions(exchange, profile, { address: wallet, page: 1, pageSize: size }),
    )
    if ('value' in outcome) {
      inquiry.report('purchases', 'fits', outcome.value.transactions.length === 0 ? 'purchases.none' : 'purchases.some')
      const isWhole = size >= profile.pageSize
      inquiry.report('pageSize', isWhole ? 'fits' : 'differs', isWhole ? 'pageSize.accepted' : 'pageSize.smaller', {
        size,
      })
      return size
    }
    const named = namedMost(inquiry.lastAnswer(), profile.listParameters.size, size)
    const next = named === null ? null : (named ?? smaller.find((one) => one < size) ?? null)
    if (next === null) {
      inquiry.fail('purchases', outcome.trouble)
      return null
    }
    size = next
  }
}

/** Returns the page size limit that a refusal names; undefined if it names none, null if it is about something else. */
function namedMost(answer: Answer | null, name: string, refused: number): number | null | undefined {
  if (answer === null || !isComplaint(answer)) return null
  const { message, fields } = readErrorBody(answer)
  const text = fields[name] ?? (message.includes(name) ? message : null)
  if (text === null) return null
  const numbers = [...text.matchAll(/\d{1,4}/g)].map(([digits]) => Number(digits))
  return numbers.filter((number) => number > 0 && number < refused).at(-1)
}
