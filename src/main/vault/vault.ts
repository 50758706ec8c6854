import type { Address } from 'viem'
import { noLimits, type Limits } from '../../shared/limits/views.ts'
import { createMutex } from '../../shared/mutex.ts'
import { readStoredVault, type StoredVault } from './file/stored-vault.ts'
import { accountsOf, limitsOf } from './file/vault-box.ts'
import type { CurrentVaultFile, VaultAccount } from './file/vault-file.ts'
import type { KeyCost } from './keys/key-derivation.ts'
import { createNewVault, type NewVault, type NewVaultOptions } from './new-vault.ts'
import { createPasswordTasks, type PasswordTask } from './password-tasks.ts'
import { createPhraseDraft } from './process/phrase-draft.ts'
import type { SecretKeySource, SignedTransaction, SigningTask } from './process/vault-messages.ts'
import type { VaultProcess } from './process/vault-process.ts'
import { createVaultProcesses } from './process/vault-processes.ts'
import { createVaultSession, type VaultSessionOptions } from './process/vault-session.ts'
import { toBytes, toPasswordBytes } from './secret-bytes.ts'
import { createTextFiles, type TextFiles } from './text-files.ts'
import { createSecrets, type Secrets } from './reveal-secrets.ts'
import type { GuessThrottle } from './throttle/guess-throttle.ts'
import { assertStrong } from './password-strength.ts'

export interface VaultOptions extends NewVaultOptions, VaultSessionOptions {
  readonly path: string
  readonly throttle: GuessThrottle
  /** Starts a process that can hold keys. */
  readonly startProcess: () => VaultProcess
}

/** A private key from the user: its hex, or a keystore file with its password. */
export type KeySource = { readonly key: string } | { readonly json: string; readonly password: string }

/**
 * The wallet: created or restored once, unlocked with its password, and signing what the payment guard accepted. Functions with a password
 * throw AppError `wrong-password` or `throttled`. Functions that change or use keys without one throw `locked` while it is locked.
 */
export interface Vault extends NewVault, Secrets, TextFiles {
  /** Returns the addresses of its keys; none if there is no wallet yet. */
  accounts(): readonly VaultAccount[]
  /** Returns the wallet's id; null if there is no wallet yet. */
  walletId(): string | null
  isLocked(): boolean
  /** Prepares a process for a password that the user is about to type, since its start takes time. */
  prepareForPassword(): void
  unlock(password: string): Promise<void>
  lock(): Promise<void>
  changePassword(password: string, next: string): Promise<void>
  /** Returns the spending limits in the file, which does not open if they were changed. */
  limits(): Limits
  /** Sets new limits, locked or not; the file's version with the old ones is deleted. */
  setLimits(password: string, limits: Limits): Promise<void>
  /** Throws if the password is not the wallet's. */
  verify(password: string): Promise<void>
  /** Returns the phrase's next addresses that are not in the vault. */
  peek(count: number): Promise<Address[]>
  /** Adds that many of them. */
  add(count: number): Promise<void>
  importKey(source: KeySource): Promise<void>
  /** Removes an account's key, and the file's version that still held it; an imported key needs a copy from elsewhere. */
  remove(password: string, address: Address, proof: KeySource | null): Promise<void>
  sign(task: SigningTask): Promise<SignedTransaction>
}

/** Opens the vault at `path`, locked; throws AppError `vault-damaged` if its file cannot be read. */
export function openVaultAt(options: VaultOptions): Vault {
  const mutex = createMutex()
  const stored = readStoredVault(options.path)
  const processes = createVaultProcesses(options.startProcess)
  const session = createVaultSession(options, processes)
  const tasks = createPasswordTasks(stored, processes, session, options.throttle, options.cost)
  const draft = createPhraseDraft(processes, options.now)

  const change = (ask: (started: VaultProcess) => Promise<{ file: CurrentVaultFile }>): Promise<void> =>
    mutex(async () => stored.replace((await ask(session.unlocked())).file))

  return {
    accounts() {
      const file = stored.file()
      return file === null ? [] : accountsOf(file)
    },
    walletId: () => stored.file()?.header.walletId ?? null,
    isLocked: session.isLocked,
    prepareForPassword: () => processes.makeReady(),
    ...createNewVault(options, stored, draft, session, mutex),
    unlock: (password) =>
      mutex(() => (session.isLocked() ? tasks.enter(password, unlockTask(stored)) : tasks.verify(password))),
    async lock() {
      const wasOpen = session.leave()
      draft.leave()
      await processes.endAll()
      if (wasOpen) options.onLocked()
    },
    changePassword: (password, next) =>
      mutex(async () => {
        await assertStrong(next)
        session.unlocked()
        // Its process replaces the previous one, which would keep writing files that open with the old password.
        await tasks.enter(password, passwordTask(stored, next, options.cost))
      }),
    limits() {
      const file = stored.file()
      return (file && limitsOf(file)) ?? noLimits
    },
    setLimits: (password, limits) =>
      mutex(async () => {
        const task = limitsTask(stored, limits)
        if (session.isLocked()) await tasks.run(password, task)
        // Its process replaces the previous one, which would keep writing files with the old limits.
        else await tasks.enter(password, task)
      }),
    verify: tasks.verify,
    ...createSecrets(tasks),
    peek: async (count) => (await session.unlocked().ask('peek', { count })).addresses,
    add: (count) => change((started) => started.ask('add', { count })),
    importKey: (source) => change((started) => started.ask('importKey', { source: toSecret(source) })),
    remove: (password, address, proof) =>
      mutex(async () => {
        const started = session.unlocked()
        await tasks.verify(password)
        stored.replace((await started.ask('remove', { address, proof: proof && toSecret(proof) })).file, 'gone')
      }),
    sign: async (task) => session.unlocked().ask('sign', task),
    ...createTextFiles(processes, options.cost),
  }
}

/** Returns the task that unlocks; a file of an earlier form is written again in the current one. */
function unlockTask(stored: StoredVault): PasswordTask<Uint8Array> {
  return async (started, opened) => {
    const { recordsKey, file } = await started.ask('unlock', opened)
    if (!('accounts' in opened.file)) stored.replace(file)
    return recordsKey
  }
}

function passwordTask(stored: StoredVault, next: string, cost: KeyCost): PasswordTask<Uint8Array> {
  return async (started, opened) => {
    const input = { ...opened, next: toPasswordBytes(next), cost }
    const { recordsKey, file } = await started.ask('changePassword', input)
    stored.replace(file, 'gone')
    return recordsKey
  }
}

function limitsTask(stored: StoredVault, limits: Limits): PasswordTask<Uint8Array> {
  return async (started, opened) => {
    const { recordsKey, file } = await started.ask('limit', { ...opened, limits })
    stored.replace(file, 'gone')
    return recordsKey
  }
}

function toSecret(source: KeySource): SecretKeySource {
  return 'key' in source ? { key: toBytes(source.key) } : { json: source.json, password: toBytes(source.password) }
}
