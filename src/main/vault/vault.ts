import type { Address, Hex } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { noLimits, type Limits } from '../../shared/limits/views.ts'
import { createMutex } from '../../shared/mutex.ts'
import type { KeyCost } from './keys/key-derivation.ts'
import { MIN_SCORE, passwordScore } from './throttle/password-strength.ts'
import type { GuessThrottle } from './throttle/guess-throttle.ts'
import { accountsOf, limitsOf } from './file/vault-box.ts'
import { takeText, toBytes, toPasswordBytes } from './secret-bytes.ts'
import { readVaultFile, writeVaultFile, type CurrentVaultFile, type VaultAccount } from './file/vault-file.ts'
import type { Making, Opening, SecretKeySource, SignedTransaction, SigningTask } from './process/vault-messages.ts'
import type { VaultProcess } from './process/vault-process.ts'
import { createVaultProcesses } from './process/vault-processes.ts'

/** How long a new recovery phrase is remembered. */
const DRAFT_LIVES_MS = 15 * 60_000

export interface VaultOptions {
  readonly path: string
  readonly throttle: GuessThrottle
  /** Starts a process that can hold keys. */
  readonly startProcess: () => VaultProcess
  /** The guessing cost of new vaults, and the minimum for existing ones. */
  readonly cost: KeyCost
  readonly now: () => number
  /** Returns the key that encrypts the records: a new vault keeps an encrypted copy, so that a lost keyring loses nothing. */
  readonly recordsKey: () => Uint8Array
  /** Called with the vault's copy of the records key whenever it was opened. */
  readonly onOpened: (recordsKey: Uint8Array) => void
  readonly onLocked: () => void
}

/** A typed or displayed recovery phrase, and its passphrase; '' for none. */
export interface Phrase {
  readonly words: string
  readonly passphrase: string
}

/** A private key from the user: its hex, or a keystore file with its password. */
export type KeySource = { readonly key: string } | { readonly json: string; readonly password: string }

/**
 * The wallet: created or restored once, unlocked with its password, and signing what the payment guard accepted. Functions with a password
 * throw AppError `wrong-password` or `throttled`. Functions that change or use keys without one throw `locked` while it is locked.
 */
export interface Vault {
  /** Returns the addresses of its keys; none if there is no wallet yet. */
  accounts(): readonly VaultAccount[]
  isLocked(): boolean
  /** Prepares a process for a password that the user is about to type, since its start takes time. */
  prepareForPassword(): void
  /** Creates a recovery phrase, and the positions (0-based) for its backup check; remembered for a quarter of an hour. */
  draft(count: 12 | 24): Promise<{ words: string[]; ask: number[] }>
  create(password: string, answers: readonly string[], passphrase: string): Promise<void>
  restore(phrase: Phrase, password: string): Promise<void>
  unlock(password: string): Promise<void>
  lock(): Promise<void>
  changePassword(password: string, next: string): Promise<void>
  /** Returns the spending limits in the file, which does not open if they were changed. */
  limits(): Limits
  /** Sets new limits, locked or not; the file's version with the old ones is deleted. */
  setLimits(password: string, limits: Limits): Promise<void>
  /** Throws if the password is not the wallet's. */
  verify(password: string): Promise<void>
  /** Throws if the password is not the wallet's, or the phrase (AppError `bad-words`, `backup-check-failed`). */
  proveWords(password: string, phrase: Phrase): Promise<void>
  reveal(password: string): Promise<Phrase>
  revealKey(password: string, address: Address): Promise<Hex>
  /** Returns a keystore file (version 3) under its own password. */
  exportKeystore(password: string, address: Address, next: string): Promise<string>
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
  const { path, cost, throttle } = options
  const mutex = createMutex()
  const processes = createVaultProcesses(options.startProcess)
  let file = readVaultFile(path)
  /** The process with the keys. */
  let process: VaultProcess | null = null
  /** The process with a new recovery phrase. */
  let drafting: { readonly process: VaultProcess; readonly drawnAt: number } | null = null

  function opening(password: string): Opening {
    if (file === null) throw new AppError('no-wallet', 'There is no wallet yet')
    return { file, password: toPasswordBytes(password), floor: cost }
  }

  function isNone(): void {
    if (file !== null) throw new AppError('wallet-exists', 'There is a wallet already')
  }

  async function isStrong(password: string): Promise<void> {
    if ((await passwordScore(password)) < MIN_SCORE)
      throw new AppError('weak-password', 'The password is too easy to guess')
  }

  function unlocked(): VaultProcess {
    if (process === null) throw new AppError('locked', 'Till is locked')
    return process
  }

  function replace(next: CurrentVaultFile, before: 'kept' | 'gone' = 'kept'): void {
    writeVaultFile(path, next, before)
    file = next
  }

  /** Keeps a process with the keys it opened. */
  async function keep(opened: VaultProcess, recordsKey: Uint8Array): Promise<void> {
    if (opened.isOver()) throw new AppError('locked', 'Till is locked')
    const before = process
    process = opened
    void opened.gone.then(() => {
      if (process === opened) isGone()
    })
    await before?.end()
    options.onOpened(recordsKey)
  }

  function isGone(): void {
    process = null
    options.onLocked()
  }

  /** Starts a process that stays; it is ended if it fails. */
  async function open(start: (started: VaultProcess) => Promise<Uint8Array>): Promise<void> {
    const started = processes.take()
    try {
      await keep(started, await start(started))
    } catch (error) {
      await started.end()
      throw error
    }
  }

  /** Returns the input for a new vault, and another copy of its records key. */
  async function making(passphrase: string, password: string): Promise<{ input: Making; recordsKey: Uint8Array }> {
    isNone()
    await isStrong(password)
    const recordsKey = options.recordsKey()
    const secrets = { passphrase: toBytes(passphrase), password: toPasswordBytes(password) }
    return { input: { ...secrets, cost, recordsKey: Uint8Array.from(recordsKey) }, recordsKey }
  }

  async function create(password: string, answers: readonly string[], passphrase: string): Promise<void> {
    if (drafting === null || drafting.process.isOver() || options.now() - drafting.drawnAt > DRAFT_LIVES_MS) {
      await forgetDraft()
      throw new AppError('backup-check-failed', 'The words are no longer remembered', {
        details: { reason: 'expired' },
      })
    }
    const { input, recordsKey } = await making(passphrase, password)
    const drawn = drafting.process
    replace((await drawn.ask('create', { ...input, answers: answers.map(toBytes) })).file)
    drafting = null
    await keep(drawn, recordsKey)
  }

  async function forgetDraft(): Promise<void> {
    const forgotten = drafting
    drafting = null
    await forgotten?.process.end()
  }

  /** Runs one task with the password in its own process, which ends afterwards. */
  function withPassword<T>(
    password: string,
    task: (started: VaultProcess, opening: Opening) => Promise<T>,
  ): Promise<T> {
    const opened = opening(password)
    return throttle.around(async () => {
      const started = processes.take()
      try {
        return await task(started, opened)
      } finally {
        await started.end()
      }
    })
  }

  const verify = async (password: string): Promise<void> =>
    void (await withPassword(password, (started, opened) => started.ask('verify', opened)))

  const change = (ask: (started: VaultProcess) => Promise<{ file: CurrentVaultFile }>): Promise<void> =>
    mutex(async () => replace((await ask(unlocked())).file))

  return {
    accounts: () => (file === null ? [] : accountsOf(file)),
    isLocked: () => process === null,
    prepareForPassword: () => processes.makeReady(),
    draft: (count) =>
      mutex(async () => {
        isNone()
        await forgetDraft()
        const drawn = processes.take()
        drafting = { process: drawn, drawnAt: options.now() }
        const { words, ask } = await drawn.ask('draft', { count })
        return { words: takeText(words).split(' '), ask }
      }),
    create: (password, answers, passphrase) => mutex(() => create(password, answers, passphrase)),
    restore: ({ words, passphrase }, password) =>
      mutex(async () => {
        const { input, recordsKey } = await making(passphrase, password)
        await open(async (started) => {
          replace((await started.ask('restore', { ...input, words: toBytes(words) })).file)
          return recordsKey
        })
        await forgetDraft()
      }),
    unlock: (password) =>
      mutex(async () => {
        if (process !== null) return verify(password)
        const opened = opening(password)
        await throttle.around(() =>
          open(async (started) => {
            const { recordsKey, file: today } = await started.ask('unlock', opened)
            if (!('accounts' in opened.file)) replace(today)
            return recordsKey
          }),
        )
      }),
    async lock() {
      const wasOpen = process !== null
      process = null
      drafting = null
      await processes.endAll()
      if (wasOpen) options.onLocked()
    },
    changePassword: (password, next) =>
      mutex(async () => {
        await isStrong(next)
        unlocked()
        const opened = opening(password)
        // Its process replaces the previous one, which would keep writing files that open with the old password.
        await throttle.around(() =>
          open(async (started) => {
            const { recordsKey, file: changed } = await started.ask('changePassword', {
              ...opened,
              next: toPasswordBytes(next),
              cost,
            })
            replace(changed, 'gone')
            return recordsKey
          }),
        )
      }),
    limits: () => (file && limitsOf(file)) ?? noLimits,
    setLimits: (password, limits) =>
      mutex(async () => {
        const set = async (started: VaultProcess, opened: Opening): Promise<Uint8Array> => {
          const { recordsKey, file: changed } = await started.ask('limit', { ...opened, limits })
          replace(changed, 'gone')
          return recordsKey
        }
        if (process === null) return void (await withPassword(password, set))
        const opened = opening(password)
        // Its process replaces the previous one, which would keep writing files with the old limits.
        await throttle.around(() => open((started) => set(started, opened)))
      }),
    verify,
    async proveWords(password, { words, passphrase }) {
      const typed = { words: toBytes(words), passphrase: toBytes(passphrase) }
      await withPassword(password, (started, opened) => started.ask('prove', { ...opened, ...typed }))
    },
    async reveal(password) {
      const { words, passphrase } = await withPassword(password, (started, opened) => started.ask('reveal', opened))
      return { words: takeText(words), passphrase: takeText(passphrase) }
    },
    async revealKey(password, address) {
      const task = (started: VaultProcess, opened: Opening): Promise<{ key: Uint8Array }> =>
        started.ask('revealKey', { ...opened, address })
      return takeText((await withPassword(password, task)).key) as Hex
    },
    async exportKeystore(password, address, next) {
      await isStrong(next)
      const task = (started: VaultProcess, opened: Opening): Promise<{ json: string }> =>
        started.ask('exportKeystore', { ...opened, address, next: toBytes(next) })
      return (await withPassword(password, task)).json
    },
    peek: async (count) => (await unlocked().ask('peek', { count })).addresses,
    add: (count) => change((started) => started.ask('add', { count })),
    importKey: (source) => change((started) => started.ask('importKey', { source: toSecret(source) })),
    remove: (password, address, proof) =>
      mutex(async () => {
        const started = unlocked()
        await verify(password)
        replace((await started.ask('remove', { address, proof: proof && toSecret(proof) })).file, 'gone')
      }),
    sign: async (task) => unlocked().ask('sign', task),
  }
}

function toSecret(source: KeySource): SecretKeySource {
  return 'key' in source ? { key: toBytes(source.key) } : { json: source.json, password: toBytes(source.password) }
}
