import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  english,
  generateMnemonic,
  mnemonicToAccount,
  privateKeyToAccount,
  type PrivateKeyAccount,
} from 'viem/accounts'
import { toHex } from 'viem'
import { ledgerMigrations } from '../../../src/main/db/migrations/ledger.ts'
import { openDatabase } from '../../../src/main/db/open-database.ts'
import { forkVault } from '../../../src/main/vault/process/fork-vault.ts'
import { standardCost } from '../../../src/main/vault/keys/key-derivation.ts'
import { createUnlockThrottle } from '../../../src/main/vault/throttle/unlock-throttle.ts'
import { startVaultProcess, type VaultProcess } from '../../../src/main/vault/process/vault-process.ts'
import { openVaultAt, type Vault } from '../../../src/main/vault/vault.ts'

/** An unlocked vault as the app opens it: over the built worker, with a real key derivation cost. */
export interface BenchVault {
  readonly vault: Vault
  readonly password: string
  readonly file: string
  /** The same key as a viem account. */
  readonly account: PrivateKeyAccount
  /** The processes started so far, in order. */
  readonly begun: readonly VaultProcess[]
  close(): Promise<void>
}

const worker = new URL('../../../out/main/vault-worker.js', import.meta.url)

/** Restores an unused wallet in `folder`. */
export async function openBenchVault(folder: string): Promise<BenchVault> {
  const ledger = openDatabase(join(folder, 'throttle.db'), ledgerMigrations, 'full')
  const words = generateMnemonic(english)
  const password = `correct horse ${randomBytes(8).toString('hex')}`
  const file = join(folder, 'vault.json')
  const begun: VaultProcess[] = []
  const vault = openVaultAt({
    path: file,
    cost: standardCost,
    throttle: createUnlockThrottle(ledger, Date.now, () => performance.now()),
    startProcess() {
      const one = startVaultProcess(forkVault(worker))
      begun.push(one)
      return one
    },
    now: Date.now,
    recordsKey: () => new Uint8Array(32),
    onOpened: () => undefined,
    onLocked: () => undefined,
  })
  await vault.restore({ words, passphrase: '' }, password)
  const { privateKey } = mnemonicToAccount(words).getHdKey()
  return {
    vault,
    password,
    file,
    begun,
    account: privateKeyToAccount(toHex(privateKey ?? new Uint8Array())),
    async close() {
      await vault.lock()
      ledger.close()
    },
  }
}
