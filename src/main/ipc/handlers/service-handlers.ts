import type { AppView } from '../../../shared/app/views.ts'
import type { networkRequests } from '../../../shared/networks/contract.ts'
import type { serviceRequests } from '../../../shared/services/contract.ts'
import { readNetwork } from '../../catalog/metadata/metadata-repository.ts'
import { listNetworkNodes } from '../../chain/nodes/network-nodes.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { Policy } from '../../policy/open-policy.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Networks } from '../../wiring/networks.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import { checkConnection } from '../../profiles/connection-checks.ts'
import { serviceInUse, type Services } from '../../profiles/services.ts'
import type { WaitingProfile } from '../../profiles/waiting-profile.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface ServiceParts {
  readonly cache: WritableDb
  readonly networks: Networks
  readonly policy: Pick<Policy, 'refuse'>
  readonly profiles: Profiles
  readonly waiting: WaitingProfile
  readonly services: Services
  readonly vault: Pick<Vault, 'verify'>
  appView(): AppView
  /** Called when the app's view has changed. */
  changed(): void
  /** Called when the profile of this id was saved and is now in use. */
  saved(profileId: string): void
}

/** Answers requests about the service in use and its networks. */
export function serviceHandlers(parts: ServiceParts): HandlersOf<typeof serviceRequests & typeof networkRequests> {
  const { cache, networks, policy, profiles, waiting, services, vault, appView } = parts
  const hasWallet = (): boolean => appView().wallet !== null
  return {
    async 'profile.test'(input) {
      if (input === 'sandbox') return profiles.test(input)
      const { password = '', ...profile } = input
      if (hasWallet() && profiles.asksOthers(profile)) await vault.verify(password)
      return profiles.test(profile)
    },
    async 'profile.check'({ password = '', ...profile }) {
      const { homeCountry } = appView().settings
      if (hasWallet() && profiles.asksOthers(profile)) await vault.verify(password)
      return profiles.check(profile, homeCountry)
    },
    async 'profile.save'(input) {
      policy.refuse(['service'])
      if (input !== 'sandbox' && hasWallet()) await vault.verify(input.password ?? '')
      await profiles.checkNodes(input)
      parts.saved(profiles.save(input).id)
      return appView()
    },
    async 'profile.useWaiting'({ password }) {
      policy.refuse(['service'])
      await vault.verify(password)
      parts.saved((await waiting.use()).id)
      return appView()
    },
    'profile.dropWaiting'() {
      waiting.drop()
      parts.changed()
      return appView()
    },
    'profile.get': () => profiles.editable(),
    'budget.get': () => serviceInUse(profiles, services).budget.view(),
    'connection.get': () =>
      profiles.isRefused()
        ? { service: 'unknown', since: null, error: 'not-allowed' }
        : serviceInUse(profiles, services).client.connection(),
    async 'connection.check'() {
      const service = serviceInUse(profiles, services)
      return checkConnection(service.client)
    },
    'networks.list': () => networks.views(),
    'networks.nodes'({ fresh }) {
      const serviceUrl = (key: string): string | null => readNetwork(cache, key)?.rpcUrl ?? null
      return listNetworkNodes({ networks: networks.views(), serviceUrl, chain: networks.chainOf }, fresh)
    },
  }
}
