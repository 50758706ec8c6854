import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { startTestProcess } from './vault.ts'

// Stands in for main: starts the vault process, prints its process id, and runs until it is killed.
let begun: ChildProcess | undefined
subscribe('child_process', (message) => {
  begun = (message as { process: ChildProcess }).process
})
// The process refuses this request as soon as it runs.
await startTestProcess()
  .ask('peek', { count: 1 })
  .catch(() => process.stdout.write(`${begun?.pid}\n`))
