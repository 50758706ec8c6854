import { release } from 'node:os'
import type { Log } from './create-log.ts'

type Watched = Pick<NodeJS.Process, 'on'>

/** Logs the program and its system at the start, and the uncaught error that ends this process. It does not change how the process ends. */
export function watchProcess(
  log: Log,
  window: 'electron' | 'chromium',
  version: string,
  watched: Watched = process,
): void {
  const { platform, arch, versions } = process
  log('app.started', {
    version,
    window,
    arch: arch as 'x64',
    platform: platform as 'linux',
    system: release(),
    node: versions.node,
    electron: versions['electron'] ?? null,
  })
  // Node prints it on the terminal itself. Unhandled rejections arrive here too.
  watched.on('uncaughtExceptionMonitor', (error) => log('app.failed', {}, { error, sentence: null }))
  // Electron's main process survives an unhandled rejection, and the monitor does not receive it.
  if (window === 'electron') watched.on('unhandledRejection', (error) => log('app.failed', {}, { error }))
}
