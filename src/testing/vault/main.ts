import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { startTestProcess } from './vault.ts'

// Stands in for main: begins the vault's process, tells its id, and stays until it is killed.
let begun: ChildProcess | undefined
subscribe('child_process', (message) => {
  begun = (message as { process: ChildProcess }).process
})
// It answers as soon as it runs.
await startTestProcess()
  .ask('peek', { count: 1 })
  .catch(() => process.stdout.write(`${begun?.pid}\n`))
