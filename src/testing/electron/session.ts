import { DeclaredEmitter, preventable } from './declarations.ts'

interface Asked {
  readonly isMainFrame: boolean
  readonly requestingUrl: string
}

type RequestHandler = (contents: null, permission: string, answer: (granted: boolean) => void, details: Asked) => void
type CheckHandler = (contents: null, permission: string, origin: string, details: Asked) => boolean
type BeforeRequest = (details: { readonly url: string }, answer: (how: { cancel?: boolean }) => void) => void

type PageHandler = (request: Request) => Response | Promise<Response>

/** Electron's `session`: where a program sets no handler, everything is granted (docs/api/session.md, docs/api/web-request.md). */
export class Session extends DeclaredEmitter {
  #onRequest: RequestHandler | null = null
  #onCheck: CheckHandler | null = null
  #onDevice: ((details: object) => boolean) | null = null
  #onBeforeRequest: BeforeRequest | null = null

  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest): void => {
      this.#onBeforeRequest = listener
    },
  }

  readonly #pageHandlers = new Map<string, PageHandler>()
  /** A scheme is handled in one session only (docs/api/protocol.md). */
  readonly protocol = {
    handle: (scheme: string, handler: PageHandler): void => {
      if (this.#pageHandlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      this.#pageHandlers.set(scheme, handler)
    },
  }

  constructor() {
    super('Session')
  }

  /** Answers an address of a registered scheme. */
  async fetch(address: string): Promise<Response> {
    const handler = this.#pageHandlers.get(new URL(address).protocol.slice(0, -1))
    if (handler === undefined) throw new Error(`No handler for ${address}`)
    return handler(new Request(address))
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#onRequest = handler
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#onCheck = handler
  }

  setDevicePermissionHandler(handler: (details: object) => boolean): void {
    this.#onDevice = handler
  }

  /** Returns the answers to a page that requests and checks a permission. */
  ask(permission: string, isMainFrame: boolean, requestingUrl: string): { requested: boolean; checked: boolean } {
    const details = { isMainFrame, requestingUrl }
    let requested = this.#onRequest === null
    this.#onRequest?.(null, permission, (granted) => (requested = granted), details)
    return { requested, checked: this.#onCheck?.(null, permission, requestingUrl, details) ?? true }
  }

  /** Returns whether a page may use a device. */
  grantsDevice(): boolean {
    return this.#onDevice?.({}) ?? true
  }

  /** Returns whether a page's request to `url` leaves it. */
  lets(url: string): boolean {
    let cancelled = false
    this.#onBeforeRequest?.({ url }, ({ cancel = false }) => (cancelled = cancel))
    return !cancelled
  }

  /** Returns whether a page may save a file. */
  letsDownload(): boolean {
    const event = preventable({})
    this.emit('will-download', event, {}, {})
    return !event.defaultPrevented
  }
}
