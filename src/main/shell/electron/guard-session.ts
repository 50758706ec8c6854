import type { Session } from 'electron'
import { isOwn } from './origin.ts'

/** A page's only permission: to copy a text at the user's request, such as an address. */
const copying = 'clipboard-sanitized-write'

/** Denies a page everything it does not need: permissions, devices, downloads and every request outside its own origin. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, callback, { isMainFrame, requestingUrl }) =>
    callback(permission === copying && isMainFrame && isOwn(requestingUrl)),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) => permission === copying && isMainFrame && isOwn(origin),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({
      cancel: !isOwn(details.url) && !details.url.startsWith('data:') && !details.url.startsWith('devtools:'),
    })
  })
}
