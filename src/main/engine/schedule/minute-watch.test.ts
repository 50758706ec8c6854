import { expect, it } from 'vitest'
import { createMinuteWatch } from './minute-watch.ts'

function watchOf(due: string[], check: (id: string) => void) {
  const waiting: { ms: number; run: () => void }[] = []
  const unforeseen: unknown[] = []
  const context = {
    timer(ms: number, run: () => void) {
      const one = { ms, run }
      waiting.push(one)
      return () => void waiting.splice(waiting.indexOf(one), 1)
    },
    onDiskError: () => undefined,
    onUnforeseen: (error: unknown) => void unforeseen.push(error),
  }
  const watch = createMinuteWatch(context, { what: 'a test', list: () => due, check })
  const turn = (): number | undefined => {
    waiting.shift()?.run()
    return waiting[0]?.ms
  }
  return { watch, waiting, unforeseen, turn }
}

it('checks what is due once a minute, first after one minute', () => {
  const checked: string[] = []
  const { watch, waiting, turn } = watchOf(['a', 'b'], (id) => checked.push(id))
  watch.start()
  expect([checked, waiting[0]?.ms]).toEqual([[], 60_000])
  expect(turn()).toBe(60_000)
  expect(checked).toEqual(['a', 'b'])
  watch.stop()
  expect(waiting).toEqual([])
})

it('checks the others if one fails, and continues', () => {
  const checked: string[] = []
  const { watch, unforeseen, turn } = watchOf(['damaged', 'sound'], (id) => {
    if (id === 'damaged') throw new Error('Damaged')
    checked.push(id)
  })
  watch.start()
  expect(turn()).toBe(60_000)
  expect([checked, unforeseen.length]).toEqual([['sound'], 1])
})

it('checks many in turns', () => {
  const due = Array.from({ length: 201 }, (_, index) => String(index))
  const { watch, turn } = watchOf(due, (id) => due.splice(due.indexOf(id), 1))
  watch.start()
  expect(turn()).toBe(50)
  expect(due).toEqual(['200'])
  expect(turn()).toBe(60_000)
  expect(due).toEqual([])
})
