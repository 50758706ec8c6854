import { cleanName } from '../../shared/clean-name.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { Network } from '../service/operations/list-networks.ts'
import type { Inquiry } from './inquiry.ts'
import type { ServiceDocument } from './read-document.ts'

/** Reports how a registration names the chain. Only the service's own document can show that: a check registers nothing. */
export function checkChainName(
  inquiry: Inquiry,
  profile: Pick<Profile, 'intentChain'>,
  document: ServiceDocument | null,
  networks: readonly Network[],
): Profile['intentChain'] {
  const example = document?.chainExample ?? null
  if (example !== null && /^\d+$/.test(example)) {
    inquiry.report('chainName', 'differs', 'chainName.id', { name: cleanName(example) })
    return 'chain-id'
  }
  if (example !== null && networks.some(({ key }) => key === example)) {
    inquiry.report('chainName', 'fits', 'chainName.key', { name: cleanName(example) })
    return 'network-key'
  }
  const message = profile.intentChain === 'chain-id' ? 'chainName.kept-id' : 'chainName.usual'
  inquiry.report('chainName', 'unknown', message)
  return profile.intentChain
}
