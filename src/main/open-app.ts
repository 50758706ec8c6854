import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import { createApp } from './app.ts'
import type { App, AppOptions, Restart } from './app-options.ts'
import { applyRestore } from './backup/apply-restore.ts'
import { UnknownVersionError } from './db/migration.ts'
import { removeParts } from './files/replace-file.ts'
import { finishRestore } from './db/copies/restore-ledger.ts'
import { beginErasing, finishErasing } from './backup/erase-wallet.ts'
import { isLedgerMissing, LedgerDamagedError } from './db/open-ledger.ts'
import { createLedgerRescue } from './rescue/ledger-rescue.ts'
import { createShopMarker } from './kiosk/shop-marker.ts'
import type { Log } from './log/create-log.ts'
import type { Shell, ShellHost } from './shell/shell.ts'
import { createVaultRescue } from './rescue/vault-rescue.ts'
import { readVaultFile } from './vault/file/vault-file.ts'

/**
 * Builds the app over its data folder, after finishing an interrupted restore or erasure. If ledger or vault cannot be read, or a wallet
 * has no ledger, builds a rescue instead. After a restore the app is built again behind the same window.
 */
export function openApp(options: Omit<AppOptions, 'restart'>): App {
  const { dataDir } = options.config
  const [ledgerFile, vaultFile] = [join(dataDir, 'ledger.db'), join(dataDir, 'vault.json')]
  let host: ShellHost | null = null
  let switching: Promise<unknown> = Promise.resolve()

  /** Returns the current receiver of requests; a request during a rebuild waits for it. */
  async function current(): Promise<ShellHost> {
    await switching
    if (host === null) throw new Error('Till is not open')
    return host
  }
  const shell: Shell = {
    ...options.shell,
    async open(given) {
      const isFirst = host === null
      host = given
      if (isFirst) await openWindow(options, current, () => host)
    },
  }

  function build(damaged = false): App {
    finishErasing(dataDir)
    // A copy whose restore failed is older than the choice of a backup file: that one replaces it.
    finishRestore(ledgerFile)
    applyRestore(dataDir)
    for (const folder of [dataDir, join(dataDir, 'backups')]) removeParts(folder)
    const given = { ...options, shell, restart }
    // The ledger is created before any vault: a wallet without one has lost it, and a new one would hide that.
    if ((existsSync(vaultFile) || isVaultGone(dataDir)) && isLedgerMissing(ledgerFile)) {
      const sentence = waysOut('The ledger is missing', ledgerFile)
      options.log('ledger.lost', { how: 'missing' }, { sentence })
      return createLedgerRescue(given, 'missing')
    }
    try {
      const isLost = damaged || isVaultGone(dataDir) || isVaultDamaged(vaultFile, options.log)
      return isLost ? createVaultRescue(given) : createApp(given)
    } catch (error) {
      if (!(error instanceof LedgerDamagedError)) throw error
      options.log('ledger.lost', { how: 'damaged' }, { error, sentence: waysOut(error.message, ledgerFile) })
      return createLedgerRescue(given, 'damaged')
    }
  }

  async function restart(how: Restart): Promise<ShellHost> {
    // One after the other: two at once would leave two apps over one ledger.
    const beginning = switching.then(() => begin(how))
    switching = beginning.catch(() => undefined)
    await beginning
    return current()
  }

  async function begin({ recordsKey, damaged = false, erase = false }: Restart): Promise<void> {
    await app.stop()
    // The next app turns it on again in shop mode; a rescue never does.
    await options.shell.setKiosk(false)
    options.shell.customerWindow.set(false)
    if (erase) beginErasing(dataDir)
    try {
      if (recordsKey !== undefined) options.secrets.write(recordsKey)
    } catch (error) {
      // Without it the records stay closed until the next unlock, which provides it again.
      options.log('vault.records', {}, { error })
    }
    app = buildOrExplain(() => build(damaged), options.log)
    await app.start()
  }

  let app = build()
  return { start: () => app.start(), stop: () => app.stop() }
}

/** Opens the window with its access to whichever app is behind it, and the link that started Till in it. */
async function openWindow(
  { shell, config, log }: Pick<AppOptions, 'shell' | 'config' | 'log'>,
  current: () => Promise<ShellHost>,
  host: () => ShellHost | null,
): Promise<void> {
  await shell.open(createDoor(current, host, log))
  if (config.link !== null) (await current()).openLink(config.link)
}

/** Creates the window's access to whichever app is behind it. */
function createDoor(current: () => Promise<ShellHost>, host: () => ShellHost | null, log: Log): ShellHost {
  const later = (call: (app: ShellHost) => void): void =>
    void current()
      .then(call)
      .catch((error: unknown) => log('app.task', { task: 'open a page' }, { error }))
  return {
    request: async (...args) => (await current()).request(...args),
    serve: async (address) => (await current()).serve(address),
    customer: {
      request: async (...args) => (await current()).customer.request(...args),
      serve: async (address) => (await current()).customer.serve(address),
    },
    lock: () => host()?.lock(),
    signOut: () => host()?.signOut(),
    pageEnded: () => host()?.pageEnded(),
    openPath: (path) => later((app) => app.openPath(path)),
    openLink: (text) => later((app) => app.openLink(text)),
    closed: () => host()?.closed(),
  }
}

/** Builds the app. If a ledger of another version was put back, logs why it cannot; the rescue stays and changes nothing in it. */
function buildOrExplain(build: () => App, log: Log): App {
  try {
    return build()
  } catch (error) {
    if (error instanceof UnknownVersionError) log('ledger.version', {}, { error, sentence: error.message })
    throw error
  }
}

/** Returns the message for the terminal; the screen shows the way out. */
function waysOut(message: string, file: string): string {
  return `${message}: ${file}. Till’s window shows how to go on.`
}

/**
 * Returns whether a vault was here and is gone. A new one would replace the version before it at its first change. In a shop nobody could
 * sign in, and only a backup file of its own wallet may make someone the manager.
 */
function isVaultGone(dataDir: string): boolean {
  const file = join(dataDir, 'vault.json')
  return !existsSync(file) && (existsSync(`${file}.previous`) || createShopMarker(dataDir).read() !== null)
}

function isVaultDamaged(file: string, log: Log): boolean {
  try {
    readVaultFile(file)
    return false
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log('vault.damaged', {}, { error, sentence: waysOut(error.message, file) })
    return true
  }
}
