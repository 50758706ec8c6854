import { AppError, fromSentError } from '../../../shared/errors.ts'
import type { Log } from '../../log/create-log.ts'
import type { VaultChannel, VaultAnswer, VaultQuestion, VaultTaskName, VaultTasks } from './vault-messages.ts'
import { wipeBytes } from '../secret-bytes.ts'

/** The vault's worker in its own process. */
export interface VaultProcess {
  /** Sends a task; overwrites the input's bytes as soon as they are sent. */
  ask<N extends VaultTaskName>(name: N, input: VaultTasks[N]['input']): Promise<VaultTasks[N]['output']>
  /** Lets it overwrite its keys' buffers, and ends it; a busy process is killed without that. Its memory returns to the system. */
  end(): Promise<void>
  /** Returns whether it has ended, or is ending. */
  isOver(): boolean
  /** Resolves when it has ended, for any reason. */
  readonly gone: Promise<void>
}

const LEAVING_MS = 200

/** Connects to a started process; tasks in progress when it ends fail with AppError `locked`. */
export function startVaultProcess(channel: VaultChannel, log?: Log): VaultProcess {
  const waiting = new Map<number, { resolve(output: unknown): void; reject(error: AppError): void }>()
  let lastId = 0
  let over = false

  channel.onMessage((message) => {
    const answer = message as VaultAnswer
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.ok) asker?.resolve(answer.output)
    else asker?.reject(fromSentError(answer.error))
  })
  const gone = new Promise<void>((resolve) => {
    channel.onExit((cause) => {
      if (!over) log?.('vault.ended', {}, { error: cause, sentence: null })
      over = true
      const error =
        cause === undefined
          ? new AppError('locked', 'Till is locked')
          : new AppError('internal', 'The vault did not start', { cause })
      for (const asker of waiting.values()) asker.reject(error)
      waiting.clear()
      resolve()
    })
  })

  return {
    gone,
    isOver: () => over,
    ask(name, input) {
      if (over) {
        wipeBytes(input)
        return Promise.reject(new AppError('locked', 'Till is locked'))
      }
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: (output) => resolve(output as VaultTasks[typeof name]['output']), reject })
        channel.send({ id, name, input } as VaultQuestion)
        wipeBytes(input)
      })
    },
    async end() {
      over = true
      channel.send('end')
      // A process that derives a key does not listen.
      const deadline = setTimeout(() => channel.kill(), LEAVING_MS)
      await gone
      clearTimeout(deadline)
    },
  }
}
