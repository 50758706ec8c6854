import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'

// Runs as its own process and briefly outlives a killed sandbox. When the sandbox's pipe closes, it kills the chains
// listed on it ("+pid" adds one, "-pid" removes one) and deletes the listed folders ("rm path").
const watched = new Set<number>()
const folders = new Set<string>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  if (line.startsWith('rm ')) folders.add(line.slice(3))
  else if (line.startsWith('+')) watched.add(Number(line.slice(1)))
  else if (line.startsWith('-')) watched.delete(Number(line.slice(1)))
})
lines.on('close', () => {
  for (const pid of watched) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Already gone.
    }
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
})
