import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { AppError } from '../../shared/errors.ts'
import { openLedger } from '../../main/db/open-ledger.ts'
import type { WritableDb } from '../../main/db/connections.ts'
import { openKeyring } from '../../main/vault/keys/keyring.ts'
import { toPasswordBytes } from '../../main/vault/secret-bytes.ts'
import { accountsOf, createVault, openVault } from '../../main/vault/file/vault-box.ts'
import type { CurrentVaultFile, VaultFile } from '../../main/vault/file/vault-file.ts'

export const least = { memoryKiB: 8, passes: 1, lanes: 1 }
export const password = 'correct horse battery staple 7'
const words = 'test test test test test test test test test test test junk'

/** Creates a vault file with a well-known recovery phrase and a records key. */
export async function vaultOf(recordsKey: Uint8Array, cost = least): Promise<CurrentVaultFile> {
  const content = {
    entropy: mnemonicToEntropy(words, wordlist),
    passphrase: new Uint8Array(),
    seed: mnemonicToSeedSync(words),
    recordsKey: Uint8Array.from(recordsKey),
    keys: [],
  }
  return openKeyring(await createVault(content, toPasswordBytes(password), cost), null).file()
}

/** Opens a vault file as the vault process does. */
export const openWith =
  (typed: string) =>
  async (file: VaultFile): Promise<{ recordsKey: Uint8Array; file: CurrentVaultFile }> => {
    const opened = await openVault(file, toPasswordBytes(typed), least)
    const recordsKey = Uint8Array.from(opened.content.recordsKey)
    return { recordsKey, file: openKeyring(opened, accountsOf(file)).file() }
  }

/** The data folders of a machine with a wallet (`old`) and of a new one (`fresh`), and a folder for backups. */
export interface TestMachines {
  readonly old: string
  readonly fresh: string
  readonly stick: string
  readonly recordsKey: Uint8Array
  readonly vault: CurrentVaultFile
  readonly ledger: WritableDb
  close(): void
}

export async function createMachines(): Promise<TestMachines> {
  const folder = mkdtempSync(join(tmpdir(), 'till-backup-'))
  const [old, fresh, stick] = ['old', 'fresh', 'stick'].map((name) => join(folder, name)) as [string, string, string]
  for (const one of [old, fresh, stick]) mkdirSync(one)
  const recordsKey = new Uint8Array(randomBytes(32))
  const ledger = openLedger(join(old, 'ledger.db'))
  ledger.exec("INSERT INTO intents VALUES ('a', 'purchase')")
  return {
    old,
    fresh,
    stick,
    recordsKey,
    ledger,
    vault: await vaultOf(recordsKey),
    close() {
      ledger.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Returns the code and reason of the AppError that rejects `work`. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (!(error instanceof AppError)) return `crashed: ${String(error)}`
    return error.details?.['reason'] === undefined ? error.code : `${error.code} ${String(error.details['reason'])}`
  }
}
