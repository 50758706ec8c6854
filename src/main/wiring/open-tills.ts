import { getAddress, isAddressEqual } from 'viem'
import { readNetworks } from '../catalog/places/places-repository.ts'
import type { Tell } from '../ipc/teller.ts'
import type { Policy } from '../policy/open-policy.ts'
import { serviceKey } from '../settings/service-key.ts'
import { createTills, type Tills, type TillsOptions } from '../tills/create-tills.ts'
import type { Accounts } from './accounts.ts'
import type { Profiles } from './profiles.ts'
import { serviceInUse } from './service-in-use.ts'
import type { Services } from './services.ts'

export interface OpenTillsOptions extends Pick<TillsOptions, 'ledger' | 'cache' | 'now'> {
  readonly profiles: Pick<Profiles, 'current'>
  readonly services: Pick<Services, 'get'>
  readonly accounts: Pick<Accounts, 'list'>
  readonly policy: Pick<Policy, 'values'>
  readonly tell: Tell
}

/** Opens the tills that the manager follows, or the policy names, with the service in use. */
export function openTills({ profiles, services, accounts, policy, tell, ...options }: OpenTillsOptions): Tills {
  const { ledger, cache, now } = options
  return createTills({
    ledger,
    cache,
    now,
    service() {
      const { client, budget, profile } = serviceInUse(profiles, services)
      return { key: serviceKey(profile), client, budget, explorers: profile, pageSize: profile.pageSize }
    },
    explorerOf: (chainId) => readNetworks(cache).find((network) => network.chainId === chainId)?.explorerUrl ?? '',
    isOwn: (address) => accounts.list().some((account) => isAddressEqual(account.address, address)),
    chosen: () => policy.values.tills?.map(({ name, address }) => ({ name, address: getAddress(address) })) ?? null,
    onChange: (view) => tell('tills.changed', view),
  })
}
