import { spawn, type ChildProcess } from 'node:child_process'
import { watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import config from '../electron.vite.config.ts'
import { makeDataDir, readConfig } from '../src/main/config.ts'
import { buildIfNeeded } from './build-if-needed.ts'
import { provideBrowser } from './find-browser.ts'
import { findElectron } from './find-electron.ts'
import { startSandbox } from './start-sandbox.ts'

/** The page and its reload signal come from one port, so that the content policy can name it. */
const PORT = 5173
const root = join(import.meta.dirname, '..')
const flags = process.argv.slice(2)
const { dataDir } = readConfig(flags, false)

/** Serves the page with hot reload, and starts Till anew whenever something of main or shared changes. */
async function develop(): Promise<void> {
  makeDataDir(dataDir)
  const sandbox = await startSandbox({ dir: join(dataDir, 'sandbox') })
  const sandboxFile = join(dataDir, 'sandbox', 'profile.json')
  writeFileSync(sandboxFile, JSON.stringify(sandbox.profile), { mode: 0o600 })
  const server = await createServer({
    ...config.renderer,
    configFile: false,
    server: {
      host: '127.0.0.1',
      port: PORT,
      strictPort: true,
      hmr: { host: '127.0.0.1', protocol: 'ws', clientPort: PORT },
    },
  })
  await server.listen()
  const address = server.resolvedUrls?.local[0] ?? ''
  const electron = findElectron(true)
  const [command, entry, window] = electron
    ? [electron, 'out/main/index.js', []]
    : [process.execPath, 'out/main/chromium.js', ['--browser', provideBrowser()]]
  const args = [join(root, entry), ...flags, ...window, '--sandbox', sandboxFile, '--dev-server', address]

  let till: ChildProcess | null = null
  let restarting: NodeJS.Timeout | undefined
  const open = (): void => {
    buildIfNeeded()
    const started = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    started.once('exit', () => till === started && void close())
    till = started
  }
  const restart = (): void => {
    clearTimeout(restarting)
    restarting = setTimeout(() => {
      const before = till
      till = null
      before?.once('exit', open)
      before?.kill()
    }, 300)
  }
  async function close(): Promise<void> {
    till = null
    await server.close()
    await sandbox.stop()
    process.exit(0)
  }
  for (const room of ['src/main', 'src/shared', 'src/preload']) watch(join(root, room), { recursive: true }, restart)
  process.on('SIGINT', () => void close())
  open()
}

await develop()
