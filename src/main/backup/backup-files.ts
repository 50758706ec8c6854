import { realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import type { BackupFileView } from '../../shared/backup/views.ts'
import { AppError, toErrorView, type ErrorView } from '../../shared/errors.ts'
import { createMutex } from '../../shared/mutex.ts'
import { keyCheckOf, readPlan, writePlan, type BackupPlan } from './backup-plan.ts'
import { backupFailed, makeBackup } from './make-backup.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Log } from '../log/create-log.ts'
import type { Timer } from '../../shared/timer.ts'
import { readVaultFile } from '../vault/file/vault-file.ts'

export interface BackupFilesOptions {
  readonly ledger: WritableDb
  readonly dataDir: string
  readonly vaultPath: string
  /** Till's version. */
  readonly till: string
  /** Throws while the key is missing. */
  readonly recordsKey: () => Uint8Array
  /** Returns whether there is anything to lose: coins, purchases or transfers. */
  readonly hasWorth: () => boolean
  readonly dialogs: Dialogs
  readonly now: () => number
  readonly timer: Timer
  readonly log: Log
}

/** Files that carry the whole wallet to another machine. Till writes one a day once the user has chosen a folder. */
export interface BackupFiles {
  view(): BackupFileView
  /** Takes note of the records key when the vault is unlocked. */
  opened(recordsKey: Uint8Array): void
  /**
   * Sets the folder of the daily files and makes the first one now; `typed` null opens the system's dialog. Throws AppError `backup-failed`
   * and changes nothing.
   */
  choose(typed: string | null): Promise<BackupFileView>
  /** Makes one now. Throws AppError `backup-failed`. */
  make(): Promise<BackupFileView>
  /** Makes one that opens with the wallet's new password, if a folder was chosen; the earlier ones open with the password of their time. */
  passwordChanged(): void
  /** Stops the daily files. */
  forgetFolder(): BackupFileView
  start(): void
  stop(): Promise<void>
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** After this many days without a backup, the owner of a wallet with something to lose is reminded. */
const DUE_AFTER_DAYS = 14

/** Returns the path of a data folder's backup plan. */
export const planPathOf = (dataDir: string): string => join(dataDir, 'backup-plan.json')

/** Returns whether a key may be the records key of the wallet at `vaultPath`, as far as this machine knows. */
export function mayBeRecordsKey(dataDir: string, vaultPath: string, key: Uint8Array): boolean {
  const plan = readPlan(planPathOf(dataDir))
  const wallet = readVaultFile(vaultPath)?.header.walletId
  return plan === null || plan.wallet !== wallet || plan.keyCheck === keyCheckOf(key, plan.wallet)
}

/** Creates the backup files. The plan lives in the data folder, not in the ledger, because it must not move to another machine. */
export function createBackupFiles(options: BackupFilesOptions): BackupFiles {
  const { dataDir, now, timer, log } = options
  const mutex = createMutex()
  let problem: ErrorView | null = null
  let cancel = (): void => undefined
  const view = (): BackupFileView => toView(options, problem)

  async function makeHere(folder: string, chosen: { readonly folder?: string } = {}): Promise<BackupFileView> {
    await makeIn(options, folder, chosen)
    problem = null
    return view()
  }

  const make = (): Promise<BackupFileView> =>
    mutex(async () => {
      const folder = planHere(options)?.folder ?? null
      if (folder === null) throw new AppError('not-found', 'No folder was chosen')
      try {
        return await makeHere(folder)
      } catch (error) {
        problem = toErrorView(error instanceof AppError ? error : backupFailed(null))
        throw error
      }
    })

  function makeInBackground(): void {
    make().catch((error: unknown) => log('backup.file', {}, { error }))
  }

  function check(): void {
    const known = planHere(options)
    const age = now() - (known?.last?.at ?? 0)
    // If the clock was set back, a backup is made too early rather than too late.
    const isOld = problem !== null || age >= DAY || age < 0
    if (known !== null && known.folder !== null && isOld) makeInBackground()
    cancel = timer(HOUR, check)
  }

  return {
    view,
    opened: (recordsKey) => noteKey(options, recordsKey),
    async choose(typed) {
      const chosen = options.dialogs === null ? typed : await options.dialogs.chooseFolder()
      if (chosen === null && options.dialogs !== null) return view()
      const folder = judgeFolder(chosen ?? '', dataDir)
      return mutex(() => makeHere(folder, { folder }))
    },
    make,
    passwordChanged() {
      if ((planHere(options)?.folder ?? null) !== null) makeInBackground()
    },
    forgetFolder() {
      const known = planHere(options)
      if (known !== null) writePlan(planPathOf(dataDir), { ...known, folder: null })
      problem = null
      return view()
    },
    start: check,
    async stop() {
      cancel()
      await mutex(() => Promise.resolve())
    },
  }
}

/** Returns the plan of the current wallet; null if the wallet was never unlocked by a Till with plans. */
function planHere({ dataDir, vaultPath }: BackupFilesOptions): BackupPlan | null {
  const found = readPlan(planPathOf(dataDir))
  return found !== null && found.wallet === readVaultFile(vaultPath)?.header.walletId ? found : null
}

function toView(options: BackupFilesOptions, problem: ErrorView | null): BackupFileView {
  const known = planHere(options)
  const lastAt = known?.last?.at ?? null
  const countedFrom = known === null ? null : (lastAt ?? known.since)
  return {
    folder: known?.folder ?? null,
    lastAt: lastAt === null ? null : new Date(lastAt).toISOString(),
    lastFile: known?.last?.file ?? null,
    problem,
    isDue: countedFrom !== null && options.now() - countedFrom >= DUE_AFTER_DAYS * DAY && options.hasWorth(),
    dueAfterDays: DUE_AFTER_DAYS,
    typesPaths: options.dialogs === null,
  }
}

/** Stores which records key the vault holds. */
function noteKey(options: BackupFilesOptions, recordsKey: Uint8Array): void {
  const { dataDir, vaultPath, now } = options
  const wallet = readVaultFile(vaultPath)?.header.walletId
  if (wallet === undefined) return
  const [before, keyCheck] = [planHere(options), keyCheckOf(recordsKey, wallet)]
  if (before?.keyCheck === keyCheck) return
  writePlan(planPathOf(dataDir), { ...(before ?? { wallet, since: now(), folder: null, last: null }), keyCheck })
}

/** Returns the records key after checking that it is the vault's; a backup with any other could not be restored. */
function recordsKeyOf(options: BackupFilesOptions, { wallet, keyCheck }: BackupPlan): Uint8Array {
  let key: Uint8Array
  try {
    key = options.recordsKey()
  } catch (error) {
    throw backupFailed('no-key', error)
  }
  if (keyCheckOf(key, wallet) !== keyCheck) throw backupFailed('no-key')
  return key
}

/** Makes one in `folder`, and stores it with what was chosen; the user may have stopped the daily files meanwhile. */
async function makeIn(
  options: BackupFilesOptions,
  folder: string,
  chosen: { readonly folder?: string },
): Promise<void> {
  const { ledger, dataDir, vaultPath, now, till } = options
  const [known, vault] = [planHere(options), readVaultFile(vaultPath)]
  if (vault === null) throw new AppError('no-wallet', 'There is no wallet yet')
  if (known === null) throw backupFailed('no-key')
  const at = now()
  const recordsKey = recordsKeyOf(options, known)
  const file = await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at, till })
  writePlan(planPathOf(dataDir), { ...(planHere(options) ?? known), ...chosen, last: { at, file } })
}

/** Throws AppError `backup-failed` for a text that cannot be a folder's path, without accessing the disk. */
export function refuseNoPath(typed: string | null): void {
  if (typed !== null && !isAbsolute(typed)) throw backupFailed('not-a-path')
}

/** Returns the folder at a path. Throws AppError `backup-failed` if there is none, or it is Till's own. */
function judgeFolder(path: string, dataDir: string): string {
  if (!isAbsolute(path) || !isFolder(path)) throw backupFailed('not-a-path')
  const [folder, own] = [realpathSync(path), realpathSync(dataDir)]
  if (folder === own || folder.startsWith(own + sep)) throw backupFailed('beside-the-wallet')
  return folder
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** The system's dialogs. They return a path, or null if the user cancelled; null if the shell has no dialogs. */
export type Dialogs = {
  chooseFolder(): Promise<string | null>
  /** Asks for a file whose name ends with `ending`. */
  chooseFile(ending: string): Promise<string | null>
} | null
