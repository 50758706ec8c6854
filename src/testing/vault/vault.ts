import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programOf } from '../../../scripts/testing/program-of.ts'
import type { WritableDb } from '../../main/db/connections.ts'
import { openTestLedgerFile } from '../db/open-test-ledger-file.ts'
import type { KeyCost } from '../../main/vault/keys/key-derivation.ts'
import { createUnlockThrottle } from '../../main/vault/throttle/unlock-throttle.ts'
import { forkVault } from '../../main/vault/process/fork-vault.ts'
import { startVaultProcess, type VaultProcess } from '../../main/vault/process/vault-process.ts'
import { openVaultAt, type Vault } from '../../main/vault/vault.ts'

export const cheapKeyCost: KeyCost = { memoryKiB: 64, passes: 1, lanes: 1 }
export const strong = 'correct horse battery staple 7'
/** The recovery phrase of many tools' tests, and its first addresses. */
export const testPhrase = 'test test test test test test test test test test test junk'
export const testPhraseAddresses = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/** Starts the vault's worker as a plain Node process. */
export function startTestProcess(): VaultProcess {
  return startVaultProcess(forkVault(programOf('vault-worker')))
}

/** A data folder with a vault, which may be opened repeatedly, as after restarts of Till. */
export interface TestVault {
  readonly path: string
  readonly ledger: WritableDb
  /** The wall clock in epoch milliseconds, and the running time of the process in milliseconds. */
  readonly clock: { now: number; running: number }
  /** The opened vaults' copies of the records key, oldest first. */
  readonly recordsKeys: string[]
  /** How often a vault was locked. */
  readonly locks: number
  open(cost?: KeyCost): Vault
  close(): Promise<void>
}

/** Creates an empty data folder; its vaults derive keys cheaply. */
export function createTestVault(): TestVault {
  const folder = mkdtempSync(join(tmpdir(), 'till-vault-'))
  const path = join(folder, 'vault.json')
  const ledger = openTestLedgerFile(join(folder, 'ledger.db'))
  const clock = { now: 1_800_000_000_000, running: 0 }
  const vaults: Vault[] = []
  const recordsKeys: string[] = []
  let locks = 0
  return {
    path,
    ledger,
    clock,
    recordsKeys,
    get locks() {
      return locks
    },
    open(cost = cheapKeyCost) {
      const vault = openVaultAt({
        path,
        cost,
        now: () => clock.now,
        throttle: createUnlockThrottle(
          ledger,
          () => clock.now,
          () => clock.running,
        ),
        startProcess: startTestProcess,
        recordsKey: () => randomBytes(32),
        onOpened: (key) => recordsKeys.push(Buffer.from(key).toString('hex')),
        onLocked: () => void locks++,
      })
      vaults.push(vault)
      return vault
    },
    async close() {
      await Promise.all(vaults.map((vault) => vault.lock()))
      ledger.close()
      rmSync(folder, { recursive: true })
    },
  }
}
