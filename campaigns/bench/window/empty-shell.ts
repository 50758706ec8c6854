import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../../../src/main/config.ts'

// Till's shell with an empty page and no Till behind it: the cost of any start in this browser.
enableCompileCache(fileURLToPath(new URL('compiled', import.meta.url)))
const config = readConfig(process.argv.slice(2), false)
const { startChromiumShell } = await import('../../../src/main/shell/chromium/chromium-shell.ts')
const shell = await startChromiumShell({
  executable: config.browser ?? '',
  userDataDir: join(config.dataDir, 'chromium'),
  downloads: join(config.dataDir, 'downloads'),
  headless: config.headless,
  debuggingPort: config.debuggingPort,
  kiosk: config.kiosk,
  development: false,
  log: () => undefined,
})
const end = (): void => void shell.close().finally(() => process.exit(0))
process.on('SIGTERM', end)
await shell.open({
  request: () => Promise.reject(new Error('There is no Till')),
  serve: () =>
    Promise.resolve({
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      bytes: Buffer.from('<!doctype html><title>Till</title><body></body>'),
    }),
  customer: {
    request: () => Promise.reject(new Error('There is no Till')),
    serve: () => Promise.reject(new Error('There is no customer')),
  },
  lock: () => undefined,
  signOut: () => undefined,
  pageEnded: () => undefined,
  openPath: () => undefined,
  openLink: () => undefined,
  closed: end,
})
