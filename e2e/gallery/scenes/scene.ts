import type { Shown } from '../shown.ts'
import type { Page } from 'playwright-core'
import type { Scripted } from '../../../src/testing/scripted/bridge.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'

export interface Scene {
  readonly name: string
  /** The state, reason or fee action of the code that only this scene shows. */
  readonly shows?: Shown
  /** The path after the hash. */
  readonly path: string
  readonly prepare?: (script: Script) => void
  /** Performs a person's actions before the picture is taken. */
  readonly act?: (page: Page, scripted: Scripted) => Promise<void>
}

/** Empties the wallet. */
export function emptyWallet(script: Script): void {
  const nothing = (tokens: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(Object.keys(tokens).map((key) => [key, '0']))
  script.balances = script.balances.map(({ tokens, ...balance }) => ({
    ...balance,
    native: '0',
    tokens: nothing(tokens),
    reserved: {},
    error: null,
  }))
}

/** Locks the wallet. */
export function locked(script: Script): void {
  script.app = { ...script.app, locked: true }
}

/** Shops in all countries. */
export function everyCountry(script: Script): void {
  script.app = { ...script.app, settings: { ...script.app.settings, homeCountry: null } }
}
