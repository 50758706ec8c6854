import type { Profile } from '../../shared/services/profile.ts'
import { unusableReason } from '../catalog/metadata/network-view.ts'
import { jsonOf } from '../service/answer/answer.ts'
import { listNetworks, type Network } from '../service/operations/list-networks.ts'
import type { CheckMessage } from '../../shared/services/check-parts.ts'
import { isRecord } from './compare-fields.ts'
import type { Inquiry } from './inquiry.ts'
import { interfaceFields } from './interface-fields.ts'
import { listNames, reportDifferences } from './report-differences.ts'

/** Troubles that leave the existence of a service unknown. */
const noService: ReadonlySet<CheckMessage> = new Set([
  'trouble.offline',
  'trouble.timeout',
  'trouble.page',
  'trouble.redirect',
  'trouble.not-json',
  'trouble.broken',
])
/** Troubles that say nothing against the address. */
const withheld: ReadonlySet<CheckMessage> = new Set([
  'trouble.limited',
  'trouble.limited-for',
  'trouble.forbidden',
  'trouble.unauthorized',
  'trouble.down',
  'skipped.hour',
  'skipped.used-up',
  'trouble.internal',
])

/** Requests the networks, the first question of all, and returns those that Till can pay on, the best first. */
export async function checkNetworks(inquiry: Inquiry, profile: Profile): Promise<readonly Network[]> {
  const outcome = await inquiry.attempt((exchange) => listNetworks(exchange))
  if ('trouble' in outcome) {
    const isThere = !noService.has(outcome.trouble.message)
    if (isThere)
      inquiry.report('address', 'unknown', withheld.has(outcome.trouble.message) ? 'address.unseen' : 'address.unclear')
    inquiry.fail(isThere ? 'networks' : 'address', outcome.trouble)
    return []
  }
  inquiry.report('address', 'fits', 'address.answers')
  const networks = outcome.value
  const raw = rawItems(inquiry)
  const payable = payableOf(networks, profile)
  const names = payable.map(({ name, key }) => name || key)
  if (payable.length > 0)
    inquiry.report('networks', 'fits', 'networks.payable', { count: networks.length, names: listNames(names) })
  else if (networks.length > 0) inquiry.report('networks', 'fails', 'networks.unpayable', { count: networks.length })
  else inquiry.report('networks', 'fails', 'networks.none')
  reportDifferences(inquiry, 'networks', raw, interfaceFields.network, networks.length)
  return payable
}

/** Returns the unparsed items of the last answer's `data`. */
export function rawItems(inquiry: Inquiry): readonly unknown[] {
  const answer = inquiry.lastAnswer()
  const body: unknown = answer === null ? null : jsonOf(answer)
  const data = isRecord(body) ? body['data'] : null
  return Array.isArray(data) ? data : []
}

/** Returns the payable networks; next to real networks, test networks are not. */
function payableOf(networks: readonly Network[], profile: Profile): readonly Network[] {
  const usable = networks.filter((network) => unusableReason(network, profile) === null)
  const real = usable.filter(({ isTestnet }) => !isTestnet)
  return [...(real.length > 0 ? real : usable)].sort((a, b) => a.rank - b.rank)
}
