import { expect, test } from 'vitest'
import { useNewest } from './use-newest.ts'

function gate() {
  const opened: (() => void)[] = []
  return { pass: () => new Promise<void>((resolve) => opened.push(resolve)), open: () => opened.shift()?.() }
}

test('of the inputs during a run, only the newest runs after it', async () => {
  const done: string[] = []
  const { pass, open } = gate()
  const { ask, running } = useNewest(async (text: string) => {
    await pass()
    done.push(text)
  })
  const all = ask('v')
  void ask('vi')
  void ask('vir')
  open()
  await expect.poll(() => done).toEqual(['v'])
  expect(running.value).toBe(true)
  open()
  await all
  expect(done).toEqual(['v', 'vir'])
  expect(running.value).toBe(false)
})

test('reports a failure, clears it at the next success, and ignores superseded ones', async () => {
  const { pass, open } = gate()
  const { ask, error } = useNewest(async (fails: boolean) => {
    await pass()
    if (fails) throw new Error('no')
  })
  const first = ask(true)
  void ask(false)
  open()
  await expect.poll(() => error.value).toBeNull()
  open()
  await first
  expect(error.value).toBeNull()
  const second = ask(true)
  open()
  await second
  expect(error.value?.code).toBe('internal')
})
