import type { AppView } from '../../shared/app/views.ts'
import type { PausableEmitter } from '../ipc/channel/page-emitter.ts'
import type { Session } from '../kiosk/session.ts'
import type { Log } from '../log/create-log.ts'
import type { Shell } from '../shell/shell.ts'

export interface OpenInPageParts {
  readonly session: Pick<Session, 'isOn'>
  readonly shell: Pick<Shell, 'focus' | 'desktop'>
  readonly pageEvents: Pick<PausableEmitter, 'pause' | 'emitToPage'>
  readonly log: Log
  appView(): Pick<AppView, 'profile' | 'wallet'>
}

/**
 * Creates the function that opens one of the page's paths and brings the window to the front. It does neither at a register, where nobody
 * moves a clerk away, nor during the first run.
 */
export function createOpenInPage({
  session,
  shell,
  pageEvents,
  log,
  appView,
}: OpenInPageParts): (path: string) => void {
  return (path) => {
    if (session.isOn()) return log('page.unopened', { state: 'shop mode' })
    const { profile, wallet } = appView()
    if (profile === null || wallet === null) return log('page.unopened', { state: 'first run' })
    // The page of a window that opens again takes its events with its first request.
    if (shell.desktop?.hasWindow() === false) pageEvents.pause()
    void shell.focus()
    pageEvents.emitToPage('page.open', { path })
  }
}
