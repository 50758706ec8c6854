import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Ensures that no process or folder of a sandbox outlives it, even when it is killed. */
export interface Guardian {
  readonly pid: number | null
  watch(pid: number): void
  release(pid: number): void
  /** Removes the folder once the sandbox is gone. */
  removeAtEnd(folder: string): void
  close(): Promise<void>
}

/** Starts the guardian process (`guardian.ts`). */
export function startGuardian(): Guardian {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'guardian.ts')], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = once(child, 'exit')
  // Writing must not throw where someone killed the guardian.
  child.stdin.on('error', () => undefined)
  child.unref()
  const send = (line: string) => {
    child.stdin.write(`${line}\n`)
  }
  return {
    pid: child.pid ?? null,
    watch: (pid) => send(`+${pid}`),
    release: (pid) => send(`-${pid}`),
    removeAtEnd: (folder) => send(`rm ${folder}`),
    close: async () => {
      child.ref()
      child.stdin.end()
      await ended
    },
  }
}
