import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { answerQuestion } from './answer-question.ts'
import { toBytes } from '../secret-bytes.ts'
import { cheapKeyCost } from '../../../testing/vault/vault.ts'
import first from '../vectors/first-vault.json' with { type: 'json' }
import type { CurrentVaultFile } from '../file/vault-file.ts'
import type { VaultAnswer, VaultQuestion } from './vault-messages.ts'

function reveal(): { question: VaultQuestion; password: Uint8Array } {
  const password = toBytes('correct horse battery staple 7')
  const file = first.file as unknown as CurrentVaultFile
  return { question: { id: 4, name: 'reveal', input: { file, password, floor: cheapKeyCost } }, password }
}

it('an answer’s secrets are intact while they are sent, and zeros afterwards, like the question’s', async () => {
  const [words, passphrase] = [toBytes('legal winner'), toBytes('ñ')]
  const { question, password } = reveal()
  const sent: VaultAnswer[] = []
  const answer = (): Promise<{ words: Uint8Array; passphrase: Uint8Array }> => Promise.resolve({ words, passphrase })
  await answerQuestion(question, { answer } as never, (reply) => sent.push(structuredClone(reply)))
  expect(sent).toEqual([{ id: 4, ok: true, output: { words: toBytes('legal winner'), passphrase: toBytes('ñ') } }])
  for (const bytes of [words, passphrase, password]) expect(bytes.every((byte) => byte === 0)).toBe(true)
})

it('a question that fails, or whose answer cannot be sent, is overwritten too', async () => {
  const refused = reveal()
  const sent: VaultAnswer[] = []
  const answer = (): Promise<never> => Promise.reject(new AppError('wrong-password', 'No', { details: { left: 2 } }))
  await answerQuestion(refused.question, { answer }, (reply) => sent.push(reply))
  expect(sent).toEqual([{ id: 4, ok: false, error: { code: 'wrong-password', message: 'No', details: { left: 2 } } }])
  expect(refused.password.every((byte) => byte === 0)).toBe(true)

  const lost = reveal()
  const key = toBytes('0x09')
  const gone = (): never => {
    throw new Error('Main is gone')
  }
  await expect(answerQuestion(lost.question, { answer: () => Promise.resolve({ key }) }, gone)).rejects.toThrow('gone')
  for (const bytes of [key, lost.password]) expect(bytes.every((byte) => byte === 0)).toBe(true)
})
