import { expect, it } from 'vitest'
import { createRegistrationResources } from './registration-resources.ts'

it('runs the work of one purchase one after another, that of others at the same time, also after a failure', async () => {
  const { alone } = createRegistrationResources(new AbortController().signal, () => 0)
  const done: string[] = []
  let release = (): void => undefined
  const first = alone('a', async () => {
    await new Promise<void>((resolve) => (release = resolve))
    done.push('first')
    throw new Error('Failed')
  })
  const second = alone('a', async () => void done.push('second'))
  await alone('b', async () => void done.push('other'))
  expect(done).toEqual(['other'])
  release()
  await expect(first).rejects.toThrow('Failed')
  await second
  expect(done).toEqual(['other', 'first', 'second'])
  await alone('a', async () => void done.push('third'))
  expect(done.at(-1)).toBe('third')
})
