import type { Reply, TillBridge } from '../../../shared/contract.ts'

declare global {
  interface Window {
    /** Playwright's binding; main answers only our own main frame. */
    tillRequest?: (name: string, input: unknown) => Promise<Reply>
    tillEmit?: (name: string, payload: unknown) => void
    till?: TillBridge
  }
}

/** Runs in the page before its own scripts: gives it the same `window.till` that Electron's preload does. */
export function installBridge(): void {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const ask = window.tillRequest
  const bridge: TillBridge = {
    request: (name, input) => (ask ? ask(name, input) : Promise.reject(new Error('No shell'))),
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
