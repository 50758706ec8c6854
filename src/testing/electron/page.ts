/** What a window shows: a document in a renderer process. */
export interface StandInPage {
  /** The address of the document; '' before the first. */
  address(): string
  /** The id of its renderer process. */
  processId(): number
  isCrashed(): boolean
  /** Opens an address; resolves once all of it is there. */
  load(address: string): Promise<void>
  /** Begins to end the renderer process. */
  crash(): void
  send(channel: string, ...args: unknown[]): void
  close(): void
}

/** What a page needs of its window. */
export interface PageHost {
  /** The preload's path. */
  readonly preload: string | undefined
  mainFrame(): { readonly url: string }
  /** Called when a document can be seen, before all of it is there. */
  painted(): void
  /** Called when the renderer process ended. */
  gone(reason: string): void
  /** Called when the person closed the page. */
  closed(): void
}

export type OpenPage = (host: PageHost) => StandInPage

let lastProcess = 1000

/**
 * A page without a browser that has the content layer's rules: a document of another site gets another process, an address that differs in
 * its hash only stays in its document, and one that a dying renderer gets is lost (electron/electron#48661).
 */
export const openPage: OpenPage = (host) => {
  let address = ''
  let process = ++lastProcess
  let state: 'alive' | 'dying' | 'gone' = 'alive'

  return {
    address: () => address,
    processId: () => process,
    isCrashed: () => state === 'gone',
    async load(next) {
      const isSameDocument = next.includes('#') && address !== '' && withoutHash(next) === withoutHash(address)
      // Nothing commits: the window stays dead.
      if (state === 'dying' && isSameDocument) return new Promise(() => undefined)
      await Promise.resolve()
      if (state !== 'alive' || (address !== '' && siteOf(next) !== siteOf(address))) process = ++lastProcess
      state = 'alive'
      address = next
      host.painted()
      await new Promise(setImmediate)
      if (state !== 'alive') return new Promise(() => undefined)
    },
    crash() {
      state = 'dying'
      setImmediate(() => {
        if (state !== 'dying') return
        state = 'gone'
        host.gone('crashed')
      })
    },
    send: () => undefined,
    close: () => undefined,
  }
}

function withoutHash(address: string): string {
  return address.replace(/#.*$/, '')
}

/** Returns what shares a process: a scheme with its host; a `data:` address shares with nothing. */
function siteOf(address: string): string {
  const { protocol, host } = new URL(address)
  return protocol === 'data:' ? address : `${protocol}//${host}`
}
