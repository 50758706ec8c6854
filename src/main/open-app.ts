import { createApp, type App, type AppOptions } from './app.ts'
import { applyRestore } from './backup/apply-restore.ts'
import { LedgerDamagedError } from './db/open-ledger.ts'
import { createRescue } from './rescue.ts'
import type { Shell, ShellHost } from './shell/shell.ts'

/**
 * Builds the app over its data folder, after finishing a restore that was cut off; where the ledger can not be read, what helps out of
 * that. When a wallet is restored the app is built anew behind the same window.
 */
export function openApp(options: Omit<AppOptions, 'restart'>): App {
  const { dataDir } = options.config
  let host: ShellHost | null = null
  let switching: Promise<unknown> = Promise.resolve()

  /** What takes requests now; one that comes while the app is built anew waits for it. */
  async function current(): Promise<ShellHost> {
    await switching
    if (host === null) throw new Error('Till is not open')
    return host
  }
  const door: ShellHost = {
    request: async (...asked) => (await current()).request(...asked),
    serve: async (address) => (await current()).serve(address),
    lock: () => host?.lock(),
    closed: () => options.onClosed(),
  }
  const shell: Shell = {
    ...options.shell,
    async open(given) {
      const isFirst = host === null
      host = given
      if (isFirst) await options.shell.open(door)
    },
  }

  function build(): App {
    applyRestore(dataDir)
    const given = { ...options, shell, restart }
    try {
      return createApp(given)
    } catch (error) {
      if (!(error instanceof LedgerDamagedError)) throw error
      console.error(`${error.message}:`, error.cause)
      return createRescue(given)
    }
  }

  async function restart(recordsKey: Uint8Array): Promise<ShellHost> {
    const beginning = begin(recordsKey)
    switching = beginning.catch(() => undefined)
    await beginning
    return current()
  }

  async function begin(recordsKey: Uint8Array): Promise<void> {
    await app.stop()
    try {
      options.secrets.write(recordsKey)
    } catch (error) {
      // Without it the records stay closed until an unlock, which brings it again.
      console.error('The records key could not be kept:', error)
    }
    app = build()
    await app.start()
  }

  let app = build()
  return { start: () => app.start(), stop: () => app.stop() }
}
