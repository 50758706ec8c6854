import { getAddress, isAddressEqual } from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { TillsView } from '../../shared/registers/views.ts'
import { readNetworks } from '../catalog/places/places-repository.ts'
import type { Policy } from '../policy/open-policy.ts'
import { serviceKey } from '../settings/service-key.ts'
import { createTills, type Tills, type TillsOptions } from '../tills/create-tills.ts'
import type { Accounts } from './accounts.ts'
import { remoteService, type Profiles } from './profiles.ts'
import type { Services } from './services.ts'

export interface OpenTillsOptions extends Pick<TillsOptions, 'ledger' | 'cache' | 'now'> {
  readonly profiles: Pick<Profiles, 'current'>
  readonly services: Pick<Services, 'get'>
  readonly accounts: Pick<Accounts, 'list'>
  readonly policy: Pick<Policy, 'values'>
  /** Tells the page. */
  readonly emit: (name: 'tills.changed', view: TillsView) => void
}

/** Opens the tills that the manager follows, or the policy names, with the service in use. */
export function openTills({ profiles, services, accounts, policy, emit, ...options }: OpenTillsOptions): Tills {
  const { cache } = options
  return createTills({
    ...options,
    service() {
      const current = profiles.current()
      if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
      const found = services.get(current.id)
      if (found === null) throw remoteService()
      const { client, budget, profile } = found
      return { key: serviceKey(current.settings), client, budget, explorers: profile, pageSize: profile.pageSize }
    },
    explorerOf: (chainId) => readNetworks(cache).find((network) => network.chainId === chainId)?.explorerUrl ?? '',
    isOwn: (address) => accounts.list().some((account) => isAddressEqual(account.address, address)),
    chosen: () => policy.values.tills?.map(({ name, address }) => ({ name, address: getAddress(address) })) ?? null,
    onChange: (view) => emit('tills.changed', view),
  })
}
