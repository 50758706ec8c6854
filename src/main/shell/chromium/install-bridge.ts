import type { Reply, TillBridge } from '../../../shared/contract.ts'

declare global {
  interface Window {
    /** Playwright's binding; the main process answers only our own main frame, with a `Reply` as JSON. */
    tillRequest?: (name: string, input: unknown) => Promise<string>
    tillEmit?: (name: string, payload: unknown) => void
    till?: TillBridge
  }
}

/** Runs in the page before its own scripts: installs the same `window.till` as Electron's preload. */
export function installBridge(): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const ask = window.tillRequest
  const bridge: TillBridge = {
    async request(name, input) {
      if (!ask) throw new Error('No shell')
      return JSON.parse(await ask(name, input)) as Reply
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener))
      return () => void known.delete(listener)
    },
  }
  Object.defineProperty(window, 'till', { value: Object.freeze(bridge) })
  Object.defineProperty(window, 'tillEmit', {
    value: (name: string, payload: unknown) => listeners.get(name)?.forEach((listener) => listener(payload)),
  })
}
