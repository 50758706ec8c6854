import { parentPort } from 'node:worker_threads'
import { toAppError } from '../../shared/errors.ts'
import { createTaskAnswerer } from './answer-task.ts'
import type { VaultAnswer, VaultQuestion } from './vault-messages.ts'

// This worker is the only place where keys exist; locking ends it.
const answerer = createTaskAnswerer()

parentPort?.on('message', (question: VaultQuestion | 'end') => {
  if (question === 'end') {
    answerer.wipe()
    process.exit()
  }
  answerer.answer(question).then(
    (output) => reply({ id: question.id, ok: true, output }),
    (thrown: unknown) => {
      const { code, message, details } = toAppError(thrown)
      reply({ id: question.id, ok: false, error: details ? { code, message, details } : { code, message } })
    },
  )
})

function reply(message: VaultAnswer): void {
  parentPort?.postMessage(message)
}
