import { toAppError, toSentError } from '../../../shared/errors.ts'
import type { TaskAnswerer } from './answer-task.ts'
import type { VaultAnswer, VaultQuestion } from './vault-messages.ts'
import { wipeBytes } from '../secret-bytes.ts'

/**
 * Answers one question of the main process through `post`, which copies the answer before it returns. Overwrites the question's bytes once
 * it is answered, and the answer's once it is sent.
 */
export async function answerQuestion(
  question: VaultQuestion,
  answerer: Pick<TaskAnswerer, 'answer'>,
  post: (answer: VaultAnswer) => void,
): Promise<void> {
  const answer = await answerer.answer(question).then(
    (output): VaultAnswer => ({ id: question.id, ok: true, output }),
    (thrown: unknown): VaultAnswer => ({ id: question.id, ok: false, error: toSentError(toAppError(thrown)) }),
  )
  try {
    post(answer)
  } finally {
    wipeBytes(answer)
    wipeBytes(question)
  }
}
