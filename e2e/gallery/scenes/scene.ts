import type { Shown } from '../shown.ts'
import type { Page } from 'playwright-core'
import type { Scripted } from '../../../src/testing/scripted/bridge.ts'
import type { Script } from '../../../src/testing/scripted/script.ts'

export interface Scene {
  readonly name: string
  /** What of the code's own lists it is the one picture of. */
  readonly shows?: Shown
  /** The path after the hash. */
  readonly path: string
  readonly prepare?: (script: Script) => void
  /** What a person does before the picture is taken. */
  readonly act?: (page: Page, scripted: Scripted) => Promise<void>
}

/** A wallet without a single coin. */
export function emptyWallet(script: Script): void {
  const nothing = (tokens: Record<string, unknown>): Record<string, string> =>
    Object.fromEntries(Object.keys(tokens).map((key) => [key, '0']))
  script.balances = script.balances.map(({ tokens, ...balance }) => ({
    ...balance,
    ...{ native: '0', tokens: nothing(tokens), reserved: {}, error: null },
  }))
}

/** A Till with a wallet that waits for its password. */
export function locked(script: Script): void {
  script.app = { ...script.app, locked: true }
}
