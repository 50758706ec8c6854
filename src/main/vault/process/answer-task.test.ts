import { expect, it } from 'vitest'
import { cheapKeyCost, testPhrase } from '../../../testing/vault/vault.ts'
import type { CurrentVaultFile, VaultFile } from '../file/vault-file.ts'
import { toBytes } from '../secret-bytes.ts'
import { createTaskAnswerer, type TaskAnswerer } from './answer-task.ts'

const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const restore = (answerer: TaskAnswerer, words: string, before: VaultFile | null): Promise<unknown> =>
  answerer.answer({
    id: 1,
    name: 'restore',
    input: {
      words: toBytes(words),
      passphrase: new Uint8Array(),
      password: toBytes('y'),
      cost: cheapKeyCost,
      recordsKey: new Uint8Array(32),
      before,
    },
  })

it('no phrase replaces a vault of imported keys alone: it could not prove that it is the wallet’s', async () => {
  const answerer = createTaskAnswerer()
  await restore(answerer, testPhrase, null)
  const source = { key: toBytes(`0x${'1'.repeat(64)}`) }
  const both = (await answerer.answer({ id: 2, name: 'importKey', input: { source } })) as { file: CurrentVaultFile }
  const [first] = both.file.accounts
  if (first === undefined) throw new Error('A vault without an account')
  const removal = { address: first.address, proof: null }
  const { file } = (await answerer.answer({ id: 3, name: 'remove', input: removal })) as { file: CurrentVaultFile }
  expect(file.accounts.map(({ index }) => index)).toEqual([null])
  for (const words of [testPhrase, other])
    await expect(restore(createTaskAnswerer(), words, file)).rejects.toMatchObject({
      details: { reason: 'other-wallet' },
    })
  await expect(restore(createTaskAnswerer(), other, both.file)).rejects.toMatchObject({ code: 'bad-phrase' })
  expect(await restore(createTaskAnswerer(), testPhrase, both.file)).toMatchObject({
    file: { header: { walletId: file.header.walletId }, accounts: [first] },
  })
})
