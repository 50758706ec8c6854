import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerFocusRequests, canRequestFocus, requestFocus } from './focus-request.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-focus-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('focuses the window of the Till that has the folder open, each time it is asked', async () => {
  const focus = vi.fn(() => Promise.resolve())
  const open = answerFocusRequests(folder, focus)
  if (process.platform !== 'win32') expect(statSync(join(folder, 'focus')).mode & 0o777).toBe(0o600)
  expect(await requestFocus(folder)).toBe(true)
  expect(focus).toHaveBeenCalled()
  focus.mockClear()
  expect(await requestFocus(folder)).toBe(true)
  expect(focus).toHaveBeenCalled()
  open.stop()
})

it('is told that nothing was focused where no Till answers, or its window cannot', async () => {
  expect(canRequestFocus(folder)).toBe(false)
  answerFocusRequests(folder, () => Promise.resolve()).stop()
  expect(canRequestFocus(folder)).toBe(true)
  expect(await requestFocus(folder, 1)).toBe(false)
  const open = answerFocusRequests(folder, () => Promise.reject(new Error('The window is gone')))
  expect(await requestFocus(folder, 1)).toBe(false)
  open.stop()
})
