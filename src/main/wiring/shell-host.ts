import type { SettingsView } from '../../shared/app/views.ts'
import type { AppOptions } from '../app-options.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import type { ImageStore } from '../catalog/images/image-store.ts'
import type { Prefetch } from '../ipc/channel/prefetch.ts'
import type { DesktopNews } from '../desktop/create-desktop-news.ts'
import type { Session } from '../kiosk/session.ts'
import { serveDevPage } from '../shell/serve-dev-page.ts'
import { servePage, type PageStart } from '../shell/serve-page.ts'
import type { ShellHost } from '../shell/shell.ts'
import { createOpenLink } from './open-link.ts'
import type { Vault } from '../vault/vault.ts'

export interface ShellHostParts extends Pick<AppOptions, 'config' | 'rendererFolder' | 'onClosed' | 'log'> {
  readonly prefetch: Prefetch
  readonly images: ImageStore
  readonly session: Pick<Session, 'signOut'>
  readonly vault: Pick<Vault, 'lock'>
  /** Opens one of the page's paths. */
  readonly openInPage: (path: string) => void
  readonly catalog: Pick<CatalogStore, 'use'>
  readonly desktopNews: Pick<DesktopNews, 'pageAsked' | 'windowClosed'> | null
  settings(): SettingsView
}

/** Creates the app's side of the shell's window. */
export function createShellHost({
  config,
  log,
  rendererFolder,
  onClosed,
  prefetch,
  images,
  session,
  vault,
  openInPage,
  catalog,
  desktopNews,
  settings,
}: ShellHostParts): ShellHost {
  const { devServer } = config
  let theme: SettingsView['theme'] = 'system'

  function start(): PageStart {
    try {
      theme = settings().theme
    } catch (error) {
      // The page itself says what is wrong with the ledger.
      log('app.task', { task: 'read the theme' }, { error })
    }
    return { prefetched: prefetch.answers(), theme }
  }
  /** Returns whether Till goes on without a window; not if it cannot tell. */
  function goesOn(): boolean {
    try {
      return desktopNews?.windowClosed() === true
    } catch (error) {
      log('app.task', { task: 'close the window' }, { error })
      return false
    }
  }

  const pages = { folder: rendererFolder, start, getImage: images.getImage }
  return {
    request(...request) {
      desktopNews?.pageAsked()
      return prefetch.request(...request)
    },
    serve: (address) => (devServer === null ? servePage(pages, address) : serveDevPage(pages, devServer, address)),
    lock: () => void vault.lock(),
    pageEnded: () => session.signOut(),
    openPath: openInPage,
    openLink: createOpenLink({ catalog, openInPage, log }),
    closed() {
      if (!goesOn()) onClosed()
    },
  }
}
