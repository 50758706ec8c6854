import type { Session, WebContents } from 'electron'

/** The app's own origin in Electron; compared by scheme and host, since Node's URL gives 'null' as the origin of such a scheme. */
export const electronOrigin = 'till://app'

/** Returns whether `address` belongs to the app's own origin. */
export function isOwn(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol === 'till:' && url.host === 'app'
}

/** The only permission of any page: to copy a text at the user's request, such as an address. */
export const copying = 'clipboard-sanitized-write'

/**
 * Denies a session's pages everything they do not need: permissions but those in `allowed`, devices, downloads and every request outside
 * their own origin, except to a development server's socket for hot reload.
 */
export function guardSession(session: Session, devServer: string | null, allowed: readonly string[]): void {
  session.setPermissionRequestHandler((_contents, permission, callback, { isMainFrame, requestingUrl }) =>
    callback(allowed.includes(permission) && isMainFrame && isOwn(requestingUrl)),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) => allowed.includes(permission) && isMainFrame && isOwn(origin),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  const socket = devServer === null ? null : `ws://${new URL(devServer).host}/`
  session.webRequest.onBeforeRequest(({ url }, callback) => {
    const isAllowed = isOwn(url) || /^(?:data|devtools):/.test(url) || (socket !== null && url.startsWith(socket))
    callback({ cancel: !isAllowed })
  })
}

/** Prevents a page from navigating away, from opening windows and webviews, and from connecting by WebRTC or Bluetooth. */
export function guardContents(contents: WebContents): void {
  const stay = (event: { preventDefault(): void; url: string }): void => {
    if (!isOwn(event.url)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // Without a listener Electron selects the first device (shell/browser/lib/bluetooth_chooser.cc); of USB, HID and serial ports none.
  contents.on('select-bluetooth-device', (event, _devices, select) => {
    event.preventDefault()
    select('')
  })
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
