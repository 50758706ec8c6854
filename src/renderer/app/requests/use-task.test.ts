import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { useTask } from './use-task.ts'

test('only the latest run counts, whichever ends first', async () => {
  const ends = new Map<string, (value: string) => void>()
  const task = useTask((name: string) => new Promise<string>((resolve) => ends.set(name, resolve)))
  const [first, second] = [task.run('first'), task.run('second')]
  ends.get('second')?.('new')
  expect(await second).toBe('new')
  expect(task.running.value).toBe(false)
  ends.get('first')?.('old')
  expect(await first).toBeUndefined()
})

test('keeps a failure as an AppError until the next run', async () => {
  let fail = true
  const task = useTask(async () => {
    if (fail) throw new AppError('offline', 'x')
    return 1
  })
  expect(await task.run()).toBeUndefined()
  expect(task.error.value?.code).toBe('offline')
  fail = false
  expect(await task.run()).toBe(1)
  expect(task.error.value).toBeNull()
})

test('turns any other error into internal', async () => {
  const task = useTask(() => Promise.reject(new TypeError('secret')))
  await task.run()
  expect(task.error.value?.code).toBe('internal')
})

test('ignores the result of a run that was cancelled', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const task = useTask(() => promise)
  const run = task.run()
  task.cancel()
  expect(task.running.value).toBe(false)
  resolve('late')
  expect(await run).toBeUndefined()
})
