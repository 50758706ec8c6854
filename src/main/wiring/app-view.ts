import type { AppView } from '../../shared/app/views.ts'
import type { AppOptions } from '../app-options.ts'
import type { Session } from '../kiosk/session.ts'
import { toProfileView } from '../settings/to-profile-view.ts'
import type { Updates } from '../updates/open-updates.ts'
import type { Vault } from '../vault/vault.ts'
import type { Receipts } from '../receipts/create-receipts.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Shifts } from '../sales/shifts/create-shifts.ts'
import type { SettingsParts } from './settings.ts'

export interface AppViewParts
  extends
    Pick<AppOptions, 'version' | 'shell' | 'secrets'>,
    Pick<SettingsParts, 'profiles' | 'waiting' | 'policy' | 'settings' | 'offered'> {
  readonly accounts: Pick<Accounts, 'current'>
  readonly receipts: Pick<Receipts, 'head'>
  readonly session: Pick<Session, 'view' | 'isOn'>
  readonly shifts: Pick<Shifts, 'hasAny'>
  readonly vault: Pick<Vault, 'isLocked'>
  readonly updates: Pick<Updates, 'view'>
  payingStopped(): AppView['payingStopped']
}

/** Returns the app's own state for a page. */
export function toAppView(parts: AppViewParts): AppView {
  const profile = parts.profiles.current()
  return {
    version: parts.version,
    newerVersion: parts.updates.view(),
    shell: parts.shell.kind,
    profile: profile && toProfileView(profile),
    waitingService: parts.waiting.view(),
    offersSandbox: parts.offered !== null,
    wallet: parts.accounts.current(),
    locked: parts.vault.isLocked(),
    shopName: (parts.session.isOn() && parts.receipts.head().name) || null,
    settings: parts.settings(),
    payingStopped: parts.payingStopped(),
    secretStore: parts.secrets.protected,
    locksWithScreen: parts.shell.locksWithScreen,
    printsSilently: parts.shell.printsSilently,
    startsWithSystem: parts.shell.desktop?.systemStart?.isOn() ?? null,
    hasShifts: parts.shifts.hasAny(),
    kiosk: parts.session.view(),
    policy: parts.policy.view(),
  }
}
