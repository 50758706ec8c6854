import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { VaultChannel } from './vault-messages.ts'

// The process only needs to read its code: no writing, no child processes or threads, no debugger.
const nodeFlags = ['--permission', '--allow-fs-read=*', '--disable-sigusr1']

/** Starts the vault's worker as a plain Node process, without environment variables and without core dumps. */
export function forkVault(workerFile: URL): VaultChannel {
  const node = [process.execPath, ...nodeFlags, fileURLToPath(workerFile)]
  const [program = '', ...args] =
    process.platform === 'win32' ? node : ['/bin/sh', '-c', 'ulimit -c 0; exec "$0" "$@"', ...node]
  const child = spawn(program, args, {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  })
  return {
    // A process that exited receives nothing; its exit is reported separately.
    send: (message) => void (child.connected && child.send(message as object, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      child.once('error', listener)
      child.once('exit', () => listener())
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
