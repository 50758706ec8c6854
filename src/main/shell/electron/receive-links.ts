import { app } from 'electron'
import { isLinkText } from '../till-link.ts'

/** The links that the system hands to Till while it runs. */
export interface ReceivedLinks {
  /** Calls `open` with each link, also with one that came earlier. */
  deliver(open: (text: string) => void): void
}

/**
 * Receives links from now on. Call it before Electron is ready: macOS may hand over the link that starts Till before that
 * (docs/api/app.md). Windows and Linux start a second Till with the link among its arguments, in any order.
 */
export function receiveLinks(): ReceivedLinks {
  let waiting: string | null = null
  let deliverNow: ((text: string) => void) | null = null

  function receive(text: string): void {
    if (deliverNow === null) waiting = text
    else deliverNow(text)
  }
  app.on('open-url', (event, url) => {
    event.preventDefault()
    receive(url)
  })
  app.on('second-instance', (_event, argv) => {
    const link = argv.find(isLinkText)
    if (link !== undefined) receive(link)
  })
  offerLinks()

  return {
    deliver(open) {
      deliverNow = open
      if (waiting !== null) open(waiting)
      waiting = null
    },
  }
}

/**
 * Makes an installed Till the program for its links on Windows, where the installer does not. On macOS its Info.plist does that, and on
 * Linux the desktop file of its package.
 */
function offerLinks(): void {
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient('till')
}
