import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { VaultChannel } from '../../vault/process/vault-messages.ts'

/** Starts one of Till's programs as a utility process, without an environment; Electron ends it with itself. */
export function forkUtility(programFile: URL, serviceName: string): VaultChannel {
  const child = utilityProcess.fork(fileURLToPath(programFile), [], {
    serviceName,
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', () => listener()),
    kill: () => void child.kill(),
  }
}
