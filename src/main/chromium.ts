import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from '../../package.json'
import { readConfig } from './config.ts'
import { makeDataDir } from './files/data-folder.ts'
import { lockFolder } from './files/lock-folder.ts'
import { openLog } from './log/open-log.ts'
import { watchProcess } from './log/watch-process.ts'
import { answerFocusRequests } from './shell/focus-request.ts'
import { openFileSecretStore } from './shell/file-secret-store.ts'
import { builtFeed } from './updates/update-feed.ts'

// Next to the code it caches: whoever can write there could change the code too, and every build starts without it.
enableCompileCache(fileURLToPath(new URL('compiled', import.meta.url)))

/** Until there is a log, only the terminal shows why Till does not start. */
let logFailure: (error: unknown) => void = () => undefined

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), false)
  if (config.browser === null) throw new Error('Say with --browser which Chromium or Chrome to open.')
  makeDataDir(config.dataDir)
  const lock = lockFolder(config.dataDir)
  const { log, logTail } = openLog(config.dataDir, config.logLevel)
  logFailure = (error) => log('app.failed', {}, { error, sentence: null })
  watchProcess(log, 'chromium', version)
  const { startChromiumShell } = await import('./shell/chromium/chromium-shell.ts')
  const shell = await startChromiumShell({
    executable: config.browser,
    userDataDir: join(config.dataDir, 'chromium'),
    downloads: join(config.dataDir, 'downloads'),
    headless: config.headless,
    debuggingPort: config.debuggingPort,
    kiosk: config.kiosk,
    development: config.devServer !== null,
    log,
  })
  // The browser starts slowly, so the app is loaded meanwhile.
  const [{ openApp }, { standardCost }, { forkVault }, { startVaultProcess }] = await Promise.all([
    import('./open-app.ts'),
    import('./vault/keys/key-derivation.ts'),
    import('./vault/process/fork-vault.ts'),
    import('./vault/process/vault-process.ts'),
  ])
  let ending: Promise<void> | null = null
  const end = (): void => {
    ending ??= app
      .stop()
      .then(() => shell.close())
      .finally(() => {
        log('app.stopped', {})
        lock.release()
        process.exit(0)
      })
  }
  const app = openApp({
    config,
    log,
    logTail,
    version,
    updateFeed: builtFeed,
    shell,
    secrets: openFileSecretStore(join(config.dataDir, 'records.key')),
    rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
    workers: {
      refresh: new URL('refresh-worker.js', import.meta.url),
      regex: new URL('regex-worker.js', import.meta.url),
      facets: new URL('facets-worker.js', import.meta.url),
    },
    startVault: () => startVaultProcess(forkVault(new URL('vault-worker.js', import.meta.url)), log),
    vaultCost: standardCost,
    onClosed: end,
  })
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  if (!config.headless) answerFocusRequests(config.dataDir, shell.focus)
  await app.start()
  // With a window this needs no message.
  if (config.headless) process.stdout.write('Till is ready. Ctrl+C ends it.\n')
}

main().catch((error: unknown) => {
  logFailure(error)
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
})
