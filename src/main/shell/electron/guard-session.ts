import type { Session } from 'electron'
import { isOwn } from './origin.ts'

/** Denies a page everything it does not need: permissions, devices, downloads and every request outside its own origin. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({
      cancel: !isOwn(details.url) && !details.url.startsWith('data:') && !details.url.startsWith('devtools:'),
    })
  })
}
