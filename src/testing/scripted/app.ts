import { AppError } from '../../shared/errors.ts'
import type { ClerkView, KioskView } from '../../shared/kiosk/views.ts'
import { appView, type AppView } from '../../shared/app/views.ts'
import type { AccountView } from '../../shared/wallet/views.ts'
import { plausible } from './plausible.ts'

/** Returns the time `minutes` ago in ISO format. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

/** Returns the first item that `isMeant` accepts; throws `not-found` where there is none. */
export function found<T>(list: readonly T[], isMeant: (one: T) => boolean): T {
  const first = list.find(isMeant)
  if (first === undefined) throw new AppError('not-found', 'No such thing')
  return first
}

/** Returns the page of `list` that a request asks for. */
export function pageOf<T>(
  list: readonly T[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): T[] {
  return list.slice(offset, offset + limit)
}

export const scriptedAddress = '0x3f5CE5FBFe3E9af3971dD833D26bA9b5C936f0bE'

/** The recovery phrase of the scripted wallet. */
export const scriptedPhrase = 'orbit lemon hazard quiet velvet tunnel pencil garden metal summer fiber anchor'.split(
  ' ',
)

/** A Till at home, whose user is the manager. */
export const homeKiosk: KioskView = { on: false, role: 'manager', clerk: null }

export const scriptedApp: AppView = plausible(appView, {
  kiosk: homeKiosk,
  version: '0.1.0',
  shell: 'chromium',
  profile: {
    id: 'sandbox',
    name: 'Sandbox',
    baseUrl: 'http://127.0.0.1:4010',
    integrator: 'till',
    hasToken: true,
    requestsPerHour: 100,
    quoteMaxAgeSeconds: 60,
    faucet: true,
    playMoney: true,
  },
  offersSandbox: true,
  wallet: { address: scriptedAddress, name: '', colour: 'teal', inUse: true },
  settings: { locale: 'en', theme: 'system', lockAfterMinutes: 5, idleMinutes: 2, pinAtSale: false, homeCountry: 'MX' },
  secretStore: true,
  locksWithScreen: true,
})

export const ana: ClerkView = {
  id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001',
  name: 'Ana',
  colour: 'teal',
  lockedOut: false,
}

/** A register in shop mode with the clerk Ana, and one with the manager. */
export const clerksApp: AppView = { ...scriptedApp, kiosk: { on: true, role: 'clerk', clerk: ana } }
export const managersApp: AppView = { ...scriptedApp, kiosk: { on: true, role: 'manager', clerk: null } }

const { wallet } = scriptedApp
export const scriptedAccounts: AccountView[] = wallet === null || wallet === 'hidden' ? [] : [wallet]

/** What a script gives for a person who chose no country. */
export const noHome = { app: { ...scriptedApp, settings: { ...scriptedApp.settings, homeCountry: null } } }
