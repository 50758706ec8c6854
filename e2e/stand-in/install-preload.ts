interface StandInBridge {
  emit(channel: string, args: readonly unknown[]): void
}

declare global {
  interface Window {
    tillStandIn?: StandInBridge
    tillInvoke?: (channel: string, ...args: unknown[]) => Promise<unknown>
  }
}

/** A CommonJS file as Node wraps it. */
type Preload = (require: (name: string) => object, exports: object, module: object) => void

type Listener = (event: object, ...args: unknown[]) => void

/**
 * Runs in the page before its scripts: runs a preload with what a sandboxed preload may require of Electron, `contextBridge` and
 * `ipcRenderer` (docs/tutorial/sandbox.md).
 */
export function installPreload(preload: Preload): void {
  const listeners = new Map<string, Set<Listener>>()
  const listenersOf = (channel: string): Set<Listener> => {
    const known = listeners.get(channel) ?? new Set()
    listeners.set(channel, known)
    return known
  }
  window.tillStandIn = {
    emit: (channel, args) => listenersOf(channel).forEach((listener) => listener({}, ...args)),
  }
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: object) =>
        Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true }),
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => window.tillInvoke?.(channel, ...args),
      on: (channel: string, listener: Listener) => void listenersOf(channel).add(listener),
      off: (channel: string, listener: Listener) => void listenersOf(channel).delete(listener),
    },
  }
  const require = (name: string): object => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    return electron
  }
  preload(require, {}, { exports: {} })
}
