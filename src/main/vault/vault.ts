import type { Address, Hex } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { createSerial } from '../../shared/serially.ts'
import type { KeyCost } from './key-derivation.ts'
import { LEAST_SCORE, passwordScore } from './password-strength.ts'
import type { UnlockThrottle } from './unlock-throttle.ts'
import { accountsOf } from './vault-box.ts'
import { createVaultDrafts } from './vault-drafts.ts'
import { readVaultFile, writeVaultFile, type CurrentVaultFile, type VaultAccount } from './vault-file.ts'
import type { KeySource, Opening, Phrase, SignedTransaction, SigningTask } from './vault-messages.ts'
import type { VaultProcess } from './vault-process.ts'
import { normalizeWords } from './words.ts'

export interface VaultOptions {
  readonly path: string
  readonly throttle: UnlockThrottle
  /** Starts a worker that can hold keys. */
  readonly startProcess: () => VaultProcess
  /** What new vaults cost to guess, and the least an existing one may cost. */
  readonly cost: KeyCost
  readonly now: () => number
  /** The key that seals the records: a new vault keeps a wrapped copy, so that a lost keyring loses nothing. */
  readonly recordsKey: () => Uint8Array
  /** Told the vault's copy of the records key whenever it was opened. */
  readonly onOpened: (recordsKey: Uint8Array) => void
  readonly onLocked: () => void
}

/**
 * The wallet: made or restored once, unlocked with its password, signing what the payment guard accepted. What takes a password throws
 * AppError `wrong-password` or `throttled`; what changes or uses keys without one throws `locked` while it is locked.
 */
export interface Vault {
  /** The addresses it holds keys of; none where there is no wallet yet. */
  accounts(): readonly VaultAccount[]
  isLocked(): boolean
  draft(count: 12 | 24): { words: string[]; ask: number[] }
  create(password: string, answers: readonly string[], passphrase: string): Promise<void>
  restore(phrase: Phrase, password: string): Promise<void>
  unlock(password: string): Promise<void>
  lock(): Promise<void>
  changePassword(password: string, next: string): Promise<void>
  /** Throws where the password is not the wallet's. */
  verify(password: string): Promise<void>
  reveal(password: string): Promise<Phrase>
  revealKey(password: string, address: Address): Promise<Hex>
  /** A keystore file (version 3) under a password of its own. */
  exportKeystore(password: string, address: Address, next: string): Promise<string>
  /** The next addresses of the words that it does not hold yet. */
  peek(count: number): Promise<Address[]>
  /** Takes in so many of them. */
  add(count: number): Promise<void>
  importKey(source: KeySource): Promise<void>
  /** Forgets the key of an account, with the version of the file that still held it; an imported one needs a copy from elsewhere. */
  remove(password: string, address: Address, proof: KeySource | null): Promise<void>
  sign(task: SigningTask): Promise<SignedTransaction>
}

/** Opens the vault at `path` (AppError `vault-damaged` where its file can't be read), locked. */
export function openVaultAt(options: VaultOptions): Vault {
  const { path, startProcess, cost, throttle } = options
  const serially = createSerial()
  const drafts = createVaultDrafts(options.now)
  let file = readVaultFile(path)
  let process: VaultProcess | null = null

  function opening(password: string): Opening {
    if (file === null) throw new AppError('no-wallet', 'There is no wallet yet')
    return { file, password, floor: cost }
  }

  function isNone(): void {
    if (file !== null) throw new AppError('wallet-exists', 'There is a wallet already')
  }

  function isStrong(password: string): void {
    if (passwordScore(password) < LEAST_SCORE) throw new AppError('weak-password', 'The password is too easy to guess')
  }

  function unlocked(): VaultProcess {
    if (process === null) throw new AppError('locked', 'Till is locked')
    return process
  }

  function replace(next: CurrentVaultFile, before: 'kept' | 'gone' = 'kept'): void {
    writeVaultFile(path, next, before)
    file = next
  }

  /** Opens a worker that stays, with its keys; one that fails is ended. */
  async function open(start: (started: VaultProcess) => Promise<Uint8Array>): Promise<void> {
    const started = startProcess()
    try {
      const recordsKey = await start(started)
      await process?.end()
      process = started
      options.onOpened(recordsKey)
    } catch (error) {
      await started.end()
      throw error
    }
  }

  async function make(phrase: Phrase, password: string): Promise<void> {
    isNone()
    isStrong(password)
    await open(async (started) => {
      const recordsKey = options.recordsKey()
      replace((await started.ask('create', { ...phrase, password, cost, recordsKey })).file)
      return recordsKey
    })
  }

  /** Runs one task that needs the password in a worker of its own, ended right after. */
  function withPassword<T>(
    password: string,
    task: (started: VaultProcess, opening: Opening) => Promise<T>,
  ): Promise<T> {
    const opened = opening(password)
    return throttle.around(async () => {
      const started = startProcess()
      try {
        return await task(started, opened)
      } finally {
        await started.end()
      }
    })
  }

  const change = (ask: (started: VaultProcess) => Promise<{ file: CurrentVaultFile }>): Promise<void> =>
    serially(async () => replace((await ask(unlocked())).file))

  return {
    accounts: () => (file === null ? [] : accountsOf(file)),
    isLocked: () => process === null,
    draft(count) {
      isNone()
      return drafts.draw(count)
    },
    create: (password, answers, passphrase) =>
      serially(async () => {
        await make({ words: drafts.check(answers), passphrase }, password)
        drafts.forget()
      }),
    restore: ({ words, passphrase }, password) =>
      serially(async () => make({ words: normalizeWords(words), passphrase }, password)),
    unlock: (password) =>
      serially(async () => {
        const opened = opening(password)
        if (process !== null) return
        await throttle.around(() =>
          open(async (started) => {
            const { recordsKey, file: today } = await started.ask('unlock', opened)
            if (!('accounts' in opened.file)) replace(today)
            return recordsKey
          }),
        )
      }),
    async lock() {
      const ending = process
      process = null
      drafts.forget()
      if (ending === null) return
      await ending.end()
      options.onLocked()
    },
    changePassword: (password, next) =>
      serially(async () => {
        isStrong(next)
        unlocked()
        const opened = opening(password)
        // Its worker takes the place of the one before, which would go on writing files that open with the old password.
        await throttle.around(() =>
          open(async (started) => {
            const { recordsKey, file: changed } = await started.ask('changePassword', { ...opened, next, cost })
            replace(changed, 'gone')
            return recordsKey
          }),
        )
      }),
    verify: async (password) => void (await withPassword(password, (started, opened) => started.ask('verify', opened))),
    reveal: (password) => withPassword(password, (started, opened) => started.ask('reveal', opened)),
    revealKey: async (password, address) =>
      (await withPassword(password, (started, opened) => started.ask('revealKey', { ...opened, address }))).key,
    async exportKeystore(password, address, next) {
      isStrong(next)
      const task = (started: VaultProcess, opened: Opening): Promise<{ json: string }> =>
        started.ask('exportKeystore', { ...opened, address, next })
      return (await withPassword(password, task)).json
    },
    peek: async (count) => (await unlocked().ask('peek', { count })).addresses,
    add: (count) => change((started) => started.ask('add', { count })),
    importKey: (source) => change((started) => started.ask('importKey', { source })),
    remove: (password, address, proof) =>
      serially(async () => {
        const started = unlocked()
        await withPassword(password, (checker, opened) => checker.ask('verify', opened))
        replace((await started.ask('remove', { address, proof })).file, 'gone')
      }),
    sign: async (task) => unlocked().ask('sign', task),
  }
}
