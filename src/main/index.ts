import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app as electron, dialog } from 'electron'
import { makeDataDir, readConfig } from './config.ts'
import { lockFolder } from './db/lock-folder.ts'
import { openLog } from './log/open-log.ts'
import { watchProcess } from './log/watch-process.ts'
import { openApp } from './open-app.ts'
import { createElectronShell, preloadOf, registerScheme } from './shell/electron/electron-shell.ts'
import { forkUtility } from './shell/electron/fork-utility.ts'
import { openSystemSecretStore } from './shell/electron/system-secret-store.ts'
import { standardCost } from './vault/keys/key-derivation.ts'
import { startVaultProcess } from './vault/process/vault-process.ts'

registerScheme()
electron.enableSandbox()

/** Until there is a log, the terminal or the dialog alone shows why Till does not start. */
let logFailure: (error: unknown) => void = () => undefined

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(electron.isPackaged ? 1 : 2), electron.isPackaged)
  makeDataDir(config.dataDir)
  electron.setPath('userData', join(config.dataDir, 'electron'))
  await electron.whenReady()
  const lock = lockFolder(config.dataDir)
  const { log, logTail } = openLog(config.dataDir, config.logLevel)
  logFailure = (error) => log('app.failed', {}, { error, sentence: null })
  watchProcess(log, 'electron', electron.getVersion())
  const mainFolder = fileURLToPath(new URL('.', import.meta.url))
  const shell = createElectronShell({ preload: preloadOf(mainFolder), kiosk: config.kiosk, log })
  const app = openApp({
    config,
    log,
    logTail,
    version: electron.getVersion(),
    shell,
    secrets: openSystemSecretStore(join(config.dataDir, 'records.key')),
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
  let stopped = false
  electron.on('before-quit', (event) => {
    if (stopped) return
    event.preventDefault()
    void app.stop().finally(() => {
      stopped = true
      log('app.stopped', {})
      lock.release()
      electron.quit()
    })
  })
  await app.start()
}

main().catch((error: unknown) => {
  logFailure(error)
  dialog.showErrorBox('Till', error instanceof Error ? error.message : String(error))
  electron.exit(1)
})
