import { join } from 'node:path'
import { AppError } from '../shared/errors.ts'
import type { App } from './app.ts'
import type { AppOptions } from './app-options.ts'
import { listBackups } from './db/backup-ledger.ts'
import { restoreLedger } from './db/restore-ledger.ts'
import type { ShellHost } from './shell/shell.ts'
import { servePage } from './shell/serve-page.ts'

/** What runs instead of the app while the ledger can not be read: it pays nothing, and can put a copy of the ledger in its place. */
export function createRescue({ config, shell, rendererFolder, onClosed }: AppOptions): App {
  const file = join(config.dataDir, 'ledger.db')
  const folder = join(config.dataDir, 'backups')
  let restored = false

  function restore(): { aside: string } {
    const [newest] = listBackups(folder)
    if (newest === undefined || restored) throw damaged()
    const aside = restoreLedger(file, newest, Date.now())
    restored = true
    return { aside }
  }

  function damaged(): AppError {
    const newest = restored ? undefined : listBackups(folder)[0]
    const details = { file, restored, copiedAt: newest?.at ?? null }
    return new AppError('ledger-damaged', 'The ledger can not be read', { details })
  }

  const host: ShellHost = {
    async request(trusted, name) {
      try {
        if (trusted && name === 'ledger.restore') return { ok: true, value: restore() }
        throw damaged()
      } catch (thrown) {
        const { code, message, details } = thrown instanceof AppError ? thrown : damaged()
        return { ok: false, error: { code, message, ...(details ? { details: { ...details } } : {}) } }
      }
    },
    serve: (address) => servePage({ folder: rendererFolder, getImage: () => Promise.resolve(null) }, address),
    lock: () => undefined,
    left: () => undefined,
    closed: onClosed,
  }
  return {
    start: () => shell.open(host),
    stop: () => Promise.resolve(),
  }
}
