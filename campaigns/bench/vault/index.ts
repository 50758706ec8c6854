import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../../../scripts/launch/build-if-needed.ts'
import { benchConfirming, type ConfirmingFigures } from './confirming.ts'
import { openBenchVault } from './open-vault.ts'
import { benchSigning, type SigningFigures } from './signing.ts'
import { benchUnlocking, type UnlockingFigures } from './unlocking.ts'

/** The cost of the vault's process compared with signing and deriving alone. */
export interface VaultFigures {
  readonly signing: SigningFigures
  readonly confirming: ConfirmingFigures
  readonly unlocking: UnlockingFigures
  readonly ok: boolean
}

/** Signs `count` times, buys a fifth as often and unlocks a twentieth as often, each in turns with its peer. */
export async function benchVault(count: number): Promise<VaultFigures> {
  buildIfNeeded()
  const folder = mkdtempSync(join(tmpdir(), 'till-bench-vault-'))
  const home = await openBenchVault(folder)
  try {
    const signing = await benchSigning(home, count)
    const confirming = await benchConfirming(home, Math.ceil(count / 5), signing.tillMs.p95, folder)
    const unlocking = await benchUnlocking(home, Math.max(3, Math.ceil(count / 20)))
    return { signing, confirming, unlocking, ok: signing.holds && confirming.holds && unlocking.holds }
  } finally {
    await home.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
