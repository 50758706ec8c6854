import { release } from 'node:os'
import type { Log } from './create-log.ts'

type Watched = Pick<NodeJS.Process, 'on'>

/** Logs which program starts on which system, and what ends this process without anybody having caught it. It ends as it would without. */
export function watchProcess(
  log: Log,
  window: 'electron' | 'chromium',
  version: string,
  watched: Watched = process,
): void {
  const { platform, arch, versions } = process
  log('app.started', {
    ...{ version, window, arch: arch as 'x64', platform: platform as 'linux' },
    ...{ system: release(), node: versions.node, electron: versions['electron'] ?? null },
  })
  // Node shows it on the terminal itself. A rejection that nobody handled comes here too.
  watched.on('uncaughtExceptionMonitor', (error) => log('app.failed', {}, { error, sentence: null }))
  // Electron's main process lives on after one, and no monitor hears of it.
  if (window === 'electron') watched.on('unhandledRejection', (error) => log('app.failed', {}, { error }))
}
