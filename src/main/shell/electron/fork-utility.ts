import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { VaultChannel } from '../../vault/process/vault-messages.ts'

/**
 * A utility process with an empty environment inherits that of its parent (electron_api_utility_process.cc); Windows starts none without
 * `SystemRoot`.
 */
function leastEnvironment(): Record<string, string> {
  const { SystemRoot } = process.env
  return { NODE_ENV: 'production', ...(SystemRoot === undefined ? {} : { SystemRoot }) }
}

/** Starts one of Till's programs as a utility process, without Till's environment; Electron ends it with itself. */
export function forkUtility(programFile: URL, serviceName: string): VaultChannel {
  const child = utilityProcess.fork(fileURLToPath(programFile), [], {
    serviceName,
    env: leastEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Without a listener an error of V8 would end main; the exit that follows it is enough.
  child.on('error', () => undefined)
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', () => listener()),
    kill: () => void child.kill(),
  }
}
