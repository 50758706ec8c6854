import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createLog } from './create-log.ts'
import { watchProcess } from './watch-process.ts'

it('logs the start and the uncaught error that ends a process, also Electron’s rejections', () => {
  for (const window of ['chromium', 'electron'] as const) {
    const [lines, watched]: [string[], EventEmitter] = [[], new EventEmitter()]
    const log = createLog({
      level: 'info',
      append: (line) => lines.push(line),
      print: () => undefined,
      now: Date.now,
      monotonic: () => performance.now(),
    })
    watchProcess(log, window, '0.1.0', watched as unknown as NodeJS.Process)
    watched.emit('uncaughtExceptionMonitor', new RangeError('5512345678 is too much'))
    watched.emit('unhandledRejection', new RangeError('5512345678 is too much'))
    expect(lines).toHaveLength(window === 'electron' ? 3 : 2)
    expect(lines[0]).toMatch(new RegExp(`app\\.started Till started version=0\\.1\\.0 window=${window} .*node=\\d`))
    expect(lines[0]).not.toContain('=?')
    expect(lines.at(-1)).toMatch(/error app\.failed .* RangeError at .*watch-process\.test\.ts/)
    expect(lines.join()).not.toContain('5512345678')
  }
})
