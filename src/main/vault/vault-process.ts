import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import type { VaultAnswer, VaultQuestion, VaultTaskName, VaultTasks } from './vault-messages.ts'

/** A running vault worker. */
export interface VaultProcess {
  ask<N extends VaultTaskName>(name: N, input: VaultTasks[N]['input']): Promise<VaultTasks[N]['output']>
  /** Has it overwrite the buffers of its keys, and ends it; one that is busy is ended without. */
  end(): Promise<void>
}

const LEAVING_MS = 200

/** Starts the vault's worker from its file; tasks that are under way when it ends fail with AppError `locked`. */
export function startVaultProcess(workerFile: URL): VaultProcess {
  const worker = new Worker(workerFile, { env: {}, execArgv: [] })
  const waiting = new Map<number, { resolve(output: unknown): void; reject(error: AppError): void }>()
  let asked = 0
  let ended = false

  worker.on('message', (answer: VaultAnswer) => {
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.ok) asker?.resolve(answer.output)
    else asker?.reject(new AppError(answer.error.code, answer.error.message, { details: answer.error.details }))
  })
  const failAll = (error: AppError): void => {
    ended = true
    for (const asker of waiting.values()) asker.reject(error)
    waiting.clear()
  }
  worker.on('error', (cause) => failAll(new AppError('internal', 'The vault stopped unexpectedly', { cause })))
  const left = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      failAll(new AppError('locked', 'Till is locked'))
      resolve()
    })
  })

  return {
    ask(name, input) {
      if (ended) return Promise.reject(new AppError('locked', 'Till is locked'))
      const id = ++asked
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: (output) => resolve(output as VaultTasks[typeof name]['output']), reject })
        worker.postMessage({ id, name, input } as VaultQuestion)
      })
    },
    async end() {
      worker.postMessage('end')
      // One that is deriving a key does not listen.
      const deadline = setTimeout(() => void worker.terminate(), LEAVING_MS)
      await left
      clearTimeout(deadline)
    },
  }
}
