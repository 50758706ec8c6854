import { expect, it } from 'vitest'
import { benchWindow } from './bench-window.ts'

it('the benchmark reports plainly that it measured nothing without a browser', async () => {
  const figures = await benchWindow(null, { file: 'none', folder: 'none', count: 1, rounds: 1 })
  expect(figures).toEqual({ start: null, fling: null, missing: expect.stringContaining('no Chromium') as string })
})
