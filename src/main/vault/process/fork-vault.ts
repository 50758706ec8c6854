import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { VaultChannel } from './vault-channel.ts'

// It reads its own code and nothing else matters to it: no writing, no processes or threads of its own, nobody who debugs it.
const nodeFlags = ['--permission', '--allow-fs-read=*', '--disable-sigusr1']

/** Begins the vault's worker as a process of plain Node: without an environment, and without a dump of its memory where it crashes. */
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
    // One that is gone takes nothing more; its end is told on its own.
    send: (message) => void (child.connected && child.send(message as object, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      child.once('error', listener)
      child.once('exit', () => listener())
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
