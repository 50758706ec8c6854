import { toAppError } from '../../shared/errors.ts'
import { createTaskAnswerer } from './answer-task.ts'
import type { VaultAnswer, VaultQuestion } from './vault-messages.ts'
import { wipeBytes } from './wipe-bytes.ts'

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
  const question = message as VaultQuestion
  answerer
    .answer(question)
    .then(
      (output) => reply({ id: question.id, ok: true, output }),
      (thrown: unknown) => {
        const { code, message: said, details } = toAppError(thrown)
        reply({ id: question.id, ok: false, error: { code, message: said, ...(details && { details }) } })
      },
    )
    .finally(() => wipeBytes(question))
}

/** Whoever asked has copied the answer when this is done. */
function reply(answer: VaultAnswer): void {
  if (parentPort) parentPort.postMessage(answer)
  else process.send?.(answer)
  wipeBytes(answer)
}

if (parentPort) parentPort.on('message', ({ data }) => hear(data))
else {
  process.on('message', hear)
  // Main is gone; Electron ends its processes itself.
  process.on('disconnect', end)
}
