import type { AppOptions } from '../app-options.ts'
import type { ImageStore } from '../catalog/images/image-store.ts'
import type { Ahead } from '../ipc/answer-ahead.ts'
import type { Seat } from '../kiosk/seat.ts'
import { serveDevPage } from '../shell/serve-dev-page.ts'
import { servePage } from '../shell/serve-page.ts'
import type { ShellHost } from '../shell/shell.ts'
import type { Vault } from '../vault/vault.ts'

export interface ShellHostParts extends Pick<AppOptions, 'config' | 'rendererFolder' | 'onClosed'> {
  readonly ahead: Ahead
  readonly images: ImageStore
  readonly seat: Pick<Seat, 'rise'>
  readonly vault: Pick<Vault, 'lock'>
}

/** Creates what the shell's window asks of the app. */
export function createShellHost({
  config,
  rendererFolder,
  onClosed,
  ahead,
  images,
  seat,
  vault,
}: ShellHostParts): ShellHost {
  const { devServer } = config
  const pages = { folder: rendererFolder, ahead: ahead.answers, getImage: images.getImage }
  return {
    request: ahead.request,
    serve: (address) => (devServer === null ? servePage(pages, address) : serveDevPage(pages, devServer, address)),
    lock: () => void vault.lock(),
    left: () => seat.rise(),
    closed: onClosed,
  }
}
