import { expect, it, vi } from 'vitest'
import { createVaultSession } from './vault-session.ts'
import type { VaultProcess } from './vault-process.ts'

const key = new Uint8Array(32)

/** A process that ends as soon as it is told to. */
function begin(): VaultProcess {
  let isOver = false
  let leave = (): void => undefined
  const gone = new Promise<void>((resolve) => (leave = resolve))
  return {
    gone,
    isOver: () => isOver,
    ask: () => expect.unreachable(),
    async end() {
      isOver = true
      leave()
    },
  }
}

it('a session ends the process that it replaces, and is locked once its own one ends', async () => {
  const heard: string[] = []
  const listeners = { onOpened: () => void heard.push('opened'), onLocked: () => void heard.push('locked') }
  const session = createVaultSession(listeners, { take: begin })
  const [first, second] = [begin(), begin()]
  await session.keep(first, key)
  await session.keep(second, key)
  expect([first.isOver(), second.isOver(), session.unlocked() === second]).toEqual([true, false, true])
  expect(heard).toEqual(['opened', 'opened'])
  await second.end()
  await second.gone
  expect([session.isLocked(), heard.at(-1)]).toEqual([true, 'locked'])
  await expect(session.keep(second, key)).rejects.toMatchObject({ code: 'locked' })
  expect([session.isLocked(), heard.length]).toEqual([true, 3])
})

it('a session ends a process that does not open, and keeps the one before', async () => {
  const begun: VaultProcess[] = []
  const take = (): VaultProcess => {
    const process = begin()
    begun.push(process)
    return process
  }
  const session = createVaultSession({ onOpened: () => undefined, onLocked: () => undefined }, { take })
  await session.open(() => Promise.resolve(key))
  await expect(session.open(() => Promise.reject(new Error('Not the password')))).rejects.toThrow('Not the password')
  expect(begun.map((one) => one.isOver())).toEqual([false, true])
  expect(session.unlocked()).toBe(begun[0])
})

it('the end of a process that was replaced locks nothing', async () => {
  const onLocked = vi.fn()
  const session = createVaultSession({ onOpened: () => undefined, onLocked }, { take: begin })
  const [first, second] = [begin(), begin()]
  await session.keep(first, key)
  await session.keep(second, key)
  await first.gone
  expect([session.unlocked(), onLocked.mock.calls]).toEqual([second, []])
})
