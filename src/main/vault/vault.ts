import type { Address } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { createSerial } from '../../shared/serially.ts'
import type { Database } from '../db/open-database.ts'
import type { KeyCost } from './key-derivation.ts'
import { LEAST_SCORE, passwordScore } from './password-strength.ts'
import { throttled } from './unlock-throttle.ts'
import { readVaultFile, writeVaultFile, type VaultFile } from './vault-file.ts'
import type { SignedTransaction, SigningTask } from './vault-messages.ts'
import { startVaultProcess, type VaultProcess } from './vault-process.ts'
import { drawPositions, drawWords, normalizeWords } from './words.ts'

export interface VaultOptions {
  readonly path: string
  readonly ledger: Database
  readonly workerFile: URL
  /** What new vaults cost to guess, and the least an existing one may cost. */
  readonly cost: KeyCost
  readonly now: () => number
  /** The key that seals the records: a new vault keeps a wrapped copy, so that a lost keyring loses nothing. */
  readonly recordsKey: () => Uint8Array
  /** Told the vault's copy of the records key whenever it was opened. */
  readonly onOpened: (recordsKey: Uint8Array) => void
  readonly onLocked: () => void
}

/** The wallet: made or restored once, unlocked with its password, signing what the payment guard accepted. */
export interface Vault {
  /** The wallet's address, or null where there is no wallet yet. */
  address(): Address | null
  backupChecked(): boolean
  isLocked(): boolean
  draft(): { words: string[]; ask: number[] }
  create(password: string, answers: readonly string[]): Promise<void>
  restore(words: string, password: string): Promise<void>
  unlock(password: string): Promise<void>
  lock(): Promise<void>
  changePassword(password: string, next: string): Promise<void>
  reveal(password: string): Promise<string[]>
  sign(task: SigningTask): Promise<SignedTransaction>
}

const DRAFT_LIVES_MS = 15 * 60_000

/** Opens the vault at `path` (AppError `vault-damaged` where its file can't be read), locked. */
export function openVaultAt(options: VaultOptions): Vault {
  const { path, ledger, workerFile, cost, now } = options
  const serially = createSerial()
  let file = readVaultFile(path)
  let process: VaultProcess | null = null
  let draft: { words: string; ask: number[]; drawnAt: number } | null = null

  function existing(): VaultFile {
    if (file === null) throw new AppError('no-wallet', 'There is no wallet yet')
    return file
  }

  async function make(words: string, password: string): Promise<void> {
    if (file !== null) throw new AppError('wallet-exists', 'There is a wallet already')
    if (passwordScore(password) < LEAST_SCORE) throw new AppError('weak-password', 'The password is too easy to guess')
    await opening(async (started) => {
      const recordsKey = options.recordsKey()
      const made = await started.ask('create', { words, password, cost, recordsKey })
      writeVaultFile(path, made.file)
      file = made.file
      return recordsKey
    })
  }

  async function opening(open: (started: VaultProcess) => Promise<Uint8Array>): Promise<void> {
    const started = startVaultProcess(workerFile)
    try {
      const recordsKey = await open(started)
      await process?.end()
      process = started
      options.onOpened(recordsKey)
    } catch (error) {
      await started.end()
      throw error
    }
  }

  /** Runs one task that needs the password in a worker of its own, ended right after. */
  async function withPassword<T>(task: (started: VaultProcess) => Promise<T>): Promise<T> {
    const started = startVaultProcess(workerFile)
    try {
      return await throttled(ledger, now, () => task(started))
    } finally {
      await started.end()
    }
  }

  return {
    address: () => (file?.header.addresses[0] ?? null) as Address | null,
    backupChecked: () => file?.header.backupChecked ?? false,
    isLocked: () => process === null,
    draft() {
      if (file !== null) throw new AppError('wallet-exists', 'There is a wallet already')
      const words = drawWords()
      const list = words.split(' ')
      draft = { words, ask: drawPositions(list.length), drawnAt: now() }
      return { words: list, ask: draft.ask }
    },
    create: (password, answers) =>
      serially(async () => {
        if (draft === null || now() - draft.drawnAt > DRAFT_LIVES_MS) {
          draft = null
          throw new AppError('backup-check-failed', 'The words are no longer remembered', {
            details: { reason: 'expired' },
          })
        }
        const list = draft.words.split(' ')
        const right = draft.ask.every((position, index) => answers[index]?.trim().toLowerCase() === list[position])
        if (!right || answers.length !== draft.ask.length) {
          throw new AppError('backup-check-failed', 'The words do not match', { details: { reason: 'mismatch' } })
        }
        await make(draft.words, password)
        draft = null
      }),
    restore: (words, password) => serially(async () => make(normalizeWords(words), password)),
    unlock: (password) =>
      serially(async () => {
        const current = existing()
        if (process !== null) return
        await throttled(ledger, now, () =>
          opening(
            async (started) => (await started.ask('unlock', { file: current, password, floor: cost })).recordsKey,
          ),
        )
      }),
    async lock() {
      const ending = process
      process = null
      draft = null
      if (ending === null) return
      await ending.end()
      options.onLocked()
    },
    changePassword: (password, next) =>
      serially(async () => {
        if (passwordScore(next) < LEAST_SCORE) throw new AppError('weak-password', 'The password is too easy to guess')
        const changed = await withPassword((started) =>
          started.ask('changePassword', { file: existing(), password, next, cost, floor: cost }),
        )
        writeVaultFile(path, changed.file)
        file = changed.file
      }),
    reveal: async (password) =>
      (await withPassword((started) => started.ask('reveal', { file: existing(), password, floor: cost }))).words,
    async sign(task) {
      if (process === null) throw new AppError('locked', 'Till is locked')
      return process.ask('sign', task)
    },
  }
}
