import { parentPort } from 'node:worker_threads'
import { keccak256 } from 'viem'
import { mnemonicToAccount, type HDAccount } from 'viem/accounts'
import { AppError, toAppError } from '../../shared/errors.ts'
import { closeVault, openVault } from './vault-box.ts'
import { checkTask } from './check-task.ts'
import type { VaultAnswer, VaultQuestion, VaultTasks } from './vault-messages.ts'

// This worker is the only place where keys exist; locking ends it.
let account: HDAccount | null = null

async function answer(question: VaultQuestion): Promise<VaultTasks[keyof VaultTasks]['output']> {
  switch (question.name) {
    case 'create': {
      const { words, password, cost, recordsKey } = question.input
      const created = mnemonicToAccount(words)
      const file = await closeVault({ words, recordsKey }, password, [created.address], cost)
      account = created
      return { file }
    }
    case 'unlock': {
      const { file, password, floor } = question.input
      const { words, recordsKey } = await openVault(file, password, floor)
      const opened = mnemonicToAccount(words)
      if (opened.address !== file.header.addresses[0])
        throw new AppError('vault-damaged', 'The vault names another address')
      account = opened
      return { recordsKey: new Uint8Array(recordsKey) }
    }
    case 'reveal': {
      const { file, password, floor } = question.input
      return { words: (await openVault(file, password, floor)).words.split(' ') }
    }
    case 'changePassword': {
      const { file, password, next, cost, floor } = question.input
      const content = await openVault(file, password, floor)
      return { file: await closeVault(content, next, file.header.addresses, cost, file.header.walletId) }
    }
    case 'sign': {
      if (account === null) throw new AppError('locked', 'Till is locked')
      const { transaction, expected } = question.input
      checkTask(question.input, account.address)
      const raw = await account.signTransaction({ ...transaction, type: 'eip1559', chainId: expected.chainId })
      return { raw, hash: keccak256(raw) }
    }
  }
}

parentPort?.on('message', (question: VaultQuestion) => {
  answer(question).then(
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
