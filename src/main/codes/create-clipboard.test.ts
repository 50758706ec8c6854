import { beforeEach, expect, it } from 'vitest'
import { createClipboard, type SecretClipboard } from './create-clipboard.ts'

let content: string
let due: { at: number; run: () => void }[]
let now: number
let clipboard: SecretClipboard

beforeEach(() => {
  content = 'before'
  due = []
  now = 0
  clipboard = createClipboard(system, timer)
})

const system = { read: async () => content, write: async (text: string) => void (content = text) }
function timer(ms: number, run: () => void): () => void {
  const timed = { at: now + ms, run }
  due.push(timed)
  return () => (due = due.filter((one) => one !== timed))
}

async function after(ms: number): Promise<void> {
  now += ms
  for (const { run } of due.filter(({ at }) => at <= now)) run()
  due = due.filter(({ at }) => at > now)
  await new Promise(setImmediate)
}

it('holds a copied code for a minute, and the next one for its own minute', async () => {
  expect(await clipboard.copy('CODE-1')).toBe(true)
  await after(59_000)
  expect(await clipboard.copy('CODE-2')).toBe(true)
  await after(59_000)
  expect(content).toBe('CODE-2')
  await after(1_000)
  expect(content).toBe('')
})

it('clears nothing that was copied elsewhere', async () => {
  await clipboard.copy('CODE-1')
  content = 'a letter'
  await after(60_000)
  expect(content).toBe('a letter')
})

it('clears its own at once when Till ends', async () => {
  await clipboard.copy('CODE-1')
  await clipboard.clear()
  expect([content, due]).toEqual(['', []])
})

it('clears what is being written when Till ends, and the later of two at once', async () => {
  const slow: (() => void)[] = []
  const write = (text: string) => new Promise<void>((done) => void slow.push(() => done(void (content = text))))
  const finish = async () => {
    for (let write = slow.shift(); write; write = slow.shift()) await Promise.resolve(write()).then(() => after(0))
  }
  const slowly = createClipboard({ read: system.read, write }, timer)
  const copied = slowly.copy('CODE-1')
  await after(0)
  const ended = slowly.clear()
  await after(0)
  await finish()
  await Promise.all([copied, ended])
  expect(content).toBe('')
  const both = [slowly.copy('CODE-1'), slowly.copy('CODE-2')]
  await after(0)
  await finish()
  await Promise.all(both)
  expect(content).toBe('CODE-2')
  await after(60_000)
  await finish()
  expect(content).toBe('')
})

it('says if there is no clipboard, and promises nothing then', async () => {
  expect(await createClipboard(null, timer).copy('CODE-1')).toBe(false)
  expect(due).toEqual([])
})
