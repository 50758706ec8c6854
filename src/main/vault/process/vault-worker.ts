import { createTaskAnswerer } from './answer-task.ts'
import { answerQuestion } from './answer-question.ts'
import type { VaultAnswer, VaultQuestion } from './vault-messages.ts'

// This process is the only place where keys exist; locking ends it.
const answerer = createTaskAnswerer()

/** The port that Electron gives a utility process; plain Node has its own channel. */
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
  void answerQuestion(message as VaultQuestion, answerer, (answer) => {
    if (parentPort) parentPort.postMessage(answer)
    else process.send?.(answer)
  })
}

if (parentPort) parentPort.on('message', ({ data }) => hear(data))
else {
  process.on('message', hear)
  // The main process has ended; Electron ends its processes itself.
  process.on('disconnect', end)
}
