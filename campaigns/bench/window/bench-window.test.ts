import { expect, it } from 'vitest'
import { benchWindow } from './bench-window.ts'

it('without a browser it is said plainly that nothing was measured', async () => {
  const figures = await benchWindow(null, { file: 'none', folder: 'none', count: 1, rounds: 1 })
  expect(figures).toEqual({ start: null, fling: null, missing: expect.stringContaining('no Chromium') as string })
})
