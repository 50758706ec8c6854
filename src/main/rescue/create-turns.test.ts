import { expect, it } from 'vitest'
import { createTurns } from './create-turns.ts'

it('a way out of a rescue is taken once: those that waited for it do nothing', async () => {
  const take = createTurns()
  const done: string[] = []
  const ways = ['restored', 'empty'].map((name) => () => Promise.resolve(void done.push(name)).then(() => name))
  expect(await Promise.all(ways.map(take))).toEqual(['restored', undefined])
  expect(done).toEqual(['restored'])
})

it('a way out of a rescue that failed can be repeated, or another one taken', async () => {
  const take = createTurns()
  await expect(take(() => Promise.reject(new Error('The disk is full')))).rejects.toThrow('The disk is full')
  expect(await take(() => Promise.resolve('restored'))).toBe('restored')
})
