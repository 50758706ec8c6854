import { expect, it } from 'vitest'
import type { VaultProcess } from './vault-process.ts'
import { createVaultProcesses } from './vault-processes.ts'

const begun: VaultProcess[] = []

/** A process that ends as soon as it is told to. */
function begin(): VaultProcess {
  let isOver = false
  let leave = (): void => undefined
  const gone = new Promise<void>((resolve) => (leave = resolve))
  const process: VaultProcess = {
    gone,
    isOver: () => isOver,
    ask: () => expect.unreachable(),
    async end() {
      isOver = true
      leave()
    },
  }
  begun.push(process)
  return process
}

it('gives each task a process of its own, the first one a spare that is ready, and ends all of them', async () => {
  const processes = createVaultProcesses(begin)
  processes.makeReady()
  processes.makeReady()
  const tasks = [processes.take(), processes.take()]
  expect([begun.length, new Set(tasks).size, tasks[0] === begun[0]]).toEqual([2, 2, true])
  processes.makeReady()
  await processes.endAll()
  expect(begun.map((process) => process.isOver())).toEqual([true, true, true])
  expect(processes.take().isOver()).toBe(false)
})
