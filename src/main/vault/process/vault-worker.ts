import { createTaskAnswerer } from './answer-task.ts'
import { hearQuestion } from './hear-question.ts'
import type { VaultAnswer, VaultQuestion } from './vault-messages.ts'

// This process is the only place where keys exist; locking ends it.
const answerer = createTaskAnswerer()

/** What Electron gives a process that it begins; plain Node has a channel of its own. */
interface ParentPort {
  on(name: 'message', listener: (event: { readonly data: unknown }) => void): void
  postMessage(message: VaultAnswer): void
}
const { parentPort } = process as { parentPort?: ParentPort }

function end(): void {
  answerer.wipe()
  process.exit()
}

function hear(message: unknown): void {
  if (message === 'end') return end()
  void hearQuestion(message as VaultQuestion, answerer, (answer) => {
    if (parentPort) parentPort.postMessage(answer)
    else process.send?.(answer)
  })
}

if (parentPort) parentPort.on('message', ({ data }) => hear(data))
else {
  process.on('message', hear)
  // Main is gone; Electron ends its processes itself.
  process.on('disconnect', end)
}
