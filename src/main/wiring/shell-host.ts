import type { SettingsView } from '../../shared/app/views.ts'
import type { AppOptions } from '../app-options.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import type { ImageStore } from '../catalog/images/image-store.ts'
import type { Prefetch } from '../ipc/channel/prefetch.ts'
import type { Router } from '../ipc/channel/router.ts'
import type { CustomerDisplay } from '../kiosk/customer-display.ts'
import type { DesktopNews } from '../desktop/create-desktop-news.ts'
import type { Session } from '../kiosk/session.ts'
import { serveDevPage } from '../shell/serve-dev-page.ts'
import { servePage, type PageSources, type PageStart } from '../shell/serve-page.ts'
import type { ShellHost } from '../shell/shell.ts'
import type { Entrance } from './entrance.ts'
import { createOpenLink } from './open-link.ts'
import type { Vault } from '../vault/vault.ts'

export interface ShellHostParts extends Pick<AppOptions, 'config' | 'rendererFolder' | 'onClosed' | 'log'> {
  readonly prefetch: Prefetch
  /** Answers the page on the customer's display. */
  readonly customerRouter: Router
  readonly customerDisplay: Pick<CustomerDisplay, 'clear'>
  readonly images: ImageStore
  readonly session: Pick<Session, 'signOut'>
  readonly vault: Pick<Vault, 'lock'>
  readonly entrance: Pick<Entrance, 'take'>
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
  customerRouter,
  customerDisplay,
  images,
  session,
  vault,
  entrance,
  openInPage,
  catalog,
  desktopNews,
  settings,
}: ShellHostParts): ShellHost {
  const serve = serveFrom(config.devServer)
  const currentTheme = themeFrom(settings, log)
  function start(): PageStart {
    // A new page of the register knows nothing of the sale before it.
    customerDisplay.clear()
    return { prefetched: prefetch.answers(), theme: currentTheme(), entering: entrance.take() }
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
  const customerPages = { ...pages, start: (): PageStart => ({ prefetched: [], theme: currentTheme() }) }
  return {
    request(...request) {
      desktopNews?.pageAsked()
      return prefetch.request(...request)
    },
    serve: serve(pages),
    customer: { request: customerRouter, serve: serve(customerPages) },
    lock: () => void vault.lock(),
    signOut: () => session.signOut(),
    pageEnded() {
      session.signOut()
      customerDisplay.clear()
    },
    openPath: openInPage,
    openLink: createOpenLink({ catalog, openInPage, log }),
    closed() {
      if (!goesOn()) onClosed()
    },
  }
}

/** Returns what answers addresses of the app's own origin, in development from the server of the page. */
function serveFrom(devServer: string | null): (sources: PageSources) => ShellHost['serve'] {
  return (sources) => (address) =>
    devServer === null ? servePage(sources, address) : serveDevPage(sources, devServer, address)
}

/** Returns what reads the theme; while the ledger cannot be read, the last one stands. */
function themeFrom(settings: () => SettingsView, log: AppOptions['log']): () => SettingsView['theme'] {
  let theme: SettingsView['theme'] = 'system'
  return () => {
    try {
      theme = settings().theme
    } catch (error) {
      // The page itself says what is wrong with the ledger.
      log('app.task', { task: 'read the theme' }, { error })
    }
    return theme
  }
}
