import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app as electron, dialog } from 'electron'
import { version } from '../../package.json'
import { chooseLocale } from '../shared/app/locales.ts'
import { StartRefusal } from '../shared/app/start-refusal.ts'
import { withoutChromiumSwitches } from './chromium-switches.ts'
import { readConfig } from './config.ts'
import { makeDataDir } from './files/data-folder.ts'
import { lockFolder } from './files/lock-folder.ts'
import { openLog } from './log/open-log.ts'
import { watchProcess } from './log/watch-process.ts'
import { openApp } from './open-app.ts'
import { answerFocusRequests } from './shell/focus-request.ts'
import { createElectronShell, preloadOf, prepareElectron } from './shell/electron/electron-shell.ts'
import { forkUtility } from './shell/electron/fork-utility.ts'
import { receiveLinks } from './shell/electron/receive-links.ts'
import { openSystemSecretStore } from './shell/electron/system-secret-store.ts'
import { builtFeed } from './updates/update-feed.ts'
import { standardCost } from './vault/keys/key-derivation.ts'
import { startVaultProcess } from './vault/process/vault-process.ts'

/** Until there is a log, only the terminal or the dialog shows why Till does not start. */
let logFailure: (error: unknown) => void = () => undefined

/**
 * Names Till, whose manifest has a package's name only, or none beside a build. The keyring's entry is named after it once Electron is ready
 * (shell/browser/electron_browser_main_parts.cc), so another name would lose the records key.
 */
function introduce(): void {
  electron.setName('Till')
  // Linux shows nothing else about a program (shell/browser/browser_linux.cc).
  electron.setAboutPanelOptions({ applicationName: 'Till', applicationVersion: version })
  // The packages' own id (packaging/electron-builder.json): without it Windows shows no notification.
  if (process.platform === 'win32') electron.setAppUserModelId('org.till.wallet')
}

async function main(): Promise<void> {
  const { isPackaged } = electron
  const args = withoutChromiumSwitches(process.argv.slice(isPackaged ? 1 : 2), isPackaged)
  // The environment can add it, and enabling the sandbox hides it (shell/browser/api/electron_api_app.cc).
  if (isPackaged && electron.commandLine.hasSwitch('no-sandbox')) throw new StartRefusal('unsandboxed', '')
  const config = readConfig(args, isPackaged)
  makeDataDir(config.dataDir)
  const ownDir = join(config.dataDir, 'electron')
  mkdirSync(ownDir, { recursive: true, mode: 0o700 })
  introduce()
  electron.setPath('userData', ownDir)
  // The lock belongs to the folder, so that Tills over other folders open beside it.
  if (!electron.requestSingleInstanceLock()) return electron.exit(0)
  prepareElectron(config.devServer !== null)
  const links = receiveLinks()
  await electron.whenReady()
  const lock = lockFolder(config.dataDir)
  const { log, logTail } = openLog(config.dataDir, config.logLevel)
  logFailure = (error) => log('app.failed', {}, { error, sentence: null })
  watchProcess(log, 'electron', version)
  const mainFolder = fileURLToPath(new URL('.', import.meta.url))
  const shell = createElectronShell({
    preload: preloadOf(mainFolder),
    kiosk: config.kiosk,
    devServer: config.devServer,
    icons: join(mainFolder, '..', '..', 'resources', 'tray'),
    links,
    log,
  })
  // Without a listener Electron ends with its last window, while payments may go on.
  electron.on('window-all-closed', () => undefined)
  electron.on('second-instance', () => void shell.focus())
  answerFocusRequests(config.dataDir, shell.focus)
  const app = openApp({
    config,
    log,
    logTail,
    version,
    updateFeed: builtFeed,
    shell,
    secrets: await openSystemSecretStore(join(config.dataDir, 'records.key')),
    rendererFolder: join(mainFolder, '..', 'renderer'),
    workers: {
      refresh: new URL('refresh-worker.js', import.meta.url),
      regex: new URL('regex-worker.js', import.meta.url),
      facets: new URL('facets-worker.js', import.meta.url),
    },
    startVault: () => startVaultProcess(forkUtility(new URL('vault-worker.js', import.meta.url), 'Till vault'), log),
    vaultCost: standardCost,
    onClosed: () => electron.quit(),
  })
  let ending: Promise<void> | null = null
  electron.on('before-quit', (event) => {
    event.preventDefault()
    ending ??= app.stop().finally(() => {
      log('app.stopped', {})
      lock.release()
      electron.exit(0)
    })
  })
  await app.start()
}

/** Returns why Till does not start: in the system's language, but in English what is wrong with its command line. */
function explain(error: unknown): string {
  if (error instanceof StartRefusal) return error.sentence(chooseLocale(null, electron.getPreferredSystemLanguages()))
  return error instanceof Error ? error.message : String(error)
}

main().catch((error: unknown) => {
  logFailure(error)
  dialog.showErrorBox('Till', explain(error))
  electron.exit(1)
})
