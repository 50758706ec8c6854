import { toAppError } from '../../../shared/errors.ts'
import type { TaskAnswerer } from './answer-task.ts'
import type { VaultAnswer, VaultQuestion } from './vault-messages.ts'
import { wipeBytes } from '../wipe-bytes.ts'

/**
 * Answers one question of main's through `post`, which has copied an answer when it returns; overwrites the bytes of the question once
 * it is answered, and those of the answer once it is on its way.
 */
export async function hearQuestion(
  question: VaultQuestion,
  answerer: Pick<TaskAnswerer, 'answer'>,
  post: (answer: VaultAnswer) => void,
): Promise<void> {
  const answer = await answerer.answer(question).then(
    (output): VaultAnswer => ({ id: question.id, ok: true, output }),
    (thrown: unknown): VaultAnswer => {
      const { code, message: said, details } = toAppError(thrown)
      return { id: question.id, ok: false, error: { code, message: said, ...(details && { details }) } }
    },
  )
  try {
    post(answer)
  } finally {
    wipeBytes(answer)
    wipeBytes(question)
  }
}
