import type { SettingsView } from '../../shared/app/views.ts'
import { isLoopback } from '../../shared/safe-address.ts'
import type { Profile } from '../../shared/services/profile.ts'
import type { AppOptions } from '../app-options.ts'
import { readNetworks } from '../catalog/metadata/metadata-repository.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { openLimits, type SpendingLimits } from '../policy/spending-limits.ts'
import { openPolicy, type Policy } from '../policy/open-policy.ts'
import { loadProfileFile } from '../settings/load-profile-file.ts'
import { readSettings, writeSettings } from '../settings/settings-repository.ts'
import type { Vault } from '../vault/vault.ts'
import { openProfiles, type Profiles } from '../profiles/profiles.ts'
import { startWithProfile, startWithProfileFile } from '../profiles/start-with-profile-file.ts'
import { createWaitingProfile, type WaitingProfile } from '../profiles/waiting-profile.ts'

export interface SettingsPartsOptions extends Pick<AppOptions, 'config' | 'log' | 'shell'> {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  readonly sealer: Sealer
  readonly vault: Vault
  readonly now: () => number
  /** Aborts every request to a node. */
  readonly signal: AbortSignal
}

/** The settings by person, file or policy: the service in use, settings and limits. */
export interface SettingsParts {
  readonly profiles: Profiles
  /** The service of `--profile` while it waits for the password. */
  readonly waiting: WaitingProfile
  readonly policy: Policy
  readonly limits: SpendingLimits
  /** The play-money service started with Till; null for none. */
  readonly offered: Profile | null
  settings(): SettingsView
  /** Returns whether this window may use a service at this address. */
  mayUse(baseUrl: string): boolean
}

/** Opens the ledger's settings, after those of the command line. Throws if a profile file cannot be used. */
export function openSettingsParts(options: SettingsPartsOptions): SettingsParts {
  const { config, log, shell, ledger, cache, sealer, vault, now, signal } = options
  writeSettings(ledger, config.locale === null ? {} : { locale: config.locale })
  const offered = config.sandboxFile === null ? null : loadProfileFile(config.sandboxFile)
  // Until Till has been seen running in Electron, the Chromium shell uses only services of this machine.
  const mayUse = (baseUrl: string): boolean =>
    shell.kind === 'electron' || config.allowRemoteService || isLoopback(new URL(baseUrl).hostname)
  const profiles = openProfiles({ ledger, sealer, now, signal, offered, mayUse, networks: () => readNetworks(cache) })
  const waiting = createWaitingProfile(profiles)
  const say = (sentence: string): void =>
    log('service.replaced', { host: profiles.current()?.settings.baseUrl ?? null }, { sentence })
  if (config.profileFile !== null) {
    const waits = (sentence: string): void =>
      log('service.waits', { host: waiting.view()?.baseUrl ?? null }, { sentence })
    const hasPassword = vault.accounts().length > 0
    startWithProfileFile(profiles, waiting, config.profileFile, hasPassword, { replaced: say, waits })
  }
  const policy = openPolicy({
    file: config.policyFile,
    dataDir: config.dataDir,
    now,
    log,
    useService: (profile) => startWithProfile(profiles, profile, say),
  })
  if (policy.values.service !== undefined) waiting.drop()
  return {
    profiles,
    waiting,
    policy,
    limits: openLimits(ledger, vault, () => policy.values.limits ?? {}),
    offered,
    settings: () => policy.over(readSettings(ledger)),
    mayUse,
  }
}
