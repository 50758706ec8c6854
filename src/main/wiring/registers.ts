import { getAddress, isAddressEqual } from 'viem'
import { readNetworks } from '../catalog/metadata/metadata-repository.ts'
import type { EmitToPage } from '../ipc/channel/page-emitter.ts'
import type { Policy } from '../policy/open-policy.ts'
import { serviceKey } from '../settings/save-profile.ts'
import { createRegisters, type Registers, type RegistersOptions } from '../registers/create-registers.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { serviceInUse, type Services } from '../profiles/services.ts'

export interface OpenRegistersOptions extends Pick<RegistersOptions, 'ledger' | 'cache' | 'now'> {
  readonly profiles: Pick<Profiles, 'current'>
  readonly services: Pick<Services, 'get'>
  readonly accounts: Pick<Accounts, 'list'>
  readonly policy: Pick<Policy, 'values'>
  readonly emitToPage: EmitToPage
}

/** Opens the registers that the manager follows, or the policy names, with the service in use. */
export function openRegisters({
  profiles,
  services,
  accounts,
  policy,
  emitToPage,
  ...options
}: OpenRegistersOptions): Registers {
  const { ledger, cache, now } = options
  return createRegisters({
    ledger,
    cache,
    now,
    service() {
      const { client, budget, profile } = serviceInUse(profiles, services)
      return { key: serviceKey(profile), client, budget, explorers: profile, pageSize: profile.pageSize }
    },
    explorerOf: (chainId) => readNetworks(cache).find((network) => network.chainId === chainId)?.explorerUrl ?? '',
    isOwn: (address) => accounts.list().some((account) => isAddressEqual(account.address, address)),
    chosen: () => policy.values.registers?.map(({ name, address }) => ({ name, address: getAddress(address) })) ?? null,
    onChange: (view) => emitToPage('registers.changed', view),
  })
}
