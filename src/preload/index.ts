import { contextBridge, ipcRenderer } from 'electron'
import type { EventName, Reply, RequestName, TillBridge } from '../shared/contract.ts'

const bridge: TillBridge = {
  request: (name: RequestName, input: unknown): Promise<Reply> => ipcRenderer.invoke('till:request', name, input),
  on(name: EventName, listener: (payload: unknown) => void) {
    const relay = (_event: unknown, emitted: unknown, payload: unknown): void => {
      if (emitted === name) listener(payload)
    }
    ipcRenderer.on('till:event', relay)
    return () => void ipcRenderer.off('till:event', relay)
  },
}

contextBridge.exposeInMainWorld('till', bridge)
