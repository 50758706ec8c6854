import { expect, it } from 'vitest'
import { isSameChange, readReport } from './read-report.ts'

const source = 'if (a > b) {\n  refuse()\n}\nreturn a\n'
const position = (line: number, column: number) => ({ line, column })
const condition = { replacement: 'a >= b', location: { start: position(1, 5), end: position(1, 10) } }
const block = { replacement: '{\n\n}', location: { start: position(1, 12), end: position(3, 2) } }

it('counts by kind what was caught, and lists which line became what for the rest', () => {
  const files = {
    'guard-1.ts': {
      source,
      mutants: [
        { ...condition, status: 'Killed' },
        { ...condition, status: 'Timeout' },
        { ...condition, status: 'Survived' },
        { ...block, status: 'NoCoverage' },
      ],
    },
    'guard-2.ts': { source, mutants: [{ ...condition, status: 'Killed' }] },
    'plan.ts': { source, mutants: [{ ...block, status: 'Survived' }] },
  }
  const kindOf = (file: string) => (file === 'plan.ts' ? 'plan' : 'guard')
  expect(readReport({ files }, kindOf)).toEqual([
    {
      kind: 'guard',
      mutants: 5,
      caught: 3,
      survivors: [
        { file: 'guard-1.ts', line: 'if (a > b) {', becomes: 'if (a >= b) {' },
        { file: 'guard-1.ts', line: 'if (a > b) { refuse() }', becomes: 'if (a > b) { }' },
      ],
    },
    {
      kind: 'plan',
      mutants: 1,
      caught: 0,
      survivors: [{ file: 'plan.ts', line: 'if (a > b) { refuse() }', becomes: 'if (a > b) { }' }],
    },
  ])
})

it('does not count a mutant that could not run', () => {
  const mutants = ['RuntimeError', 'CompileError', 'Ignored'].map((status) => ({ ...condition, status }))
  expect(readReport({ files: { 'guard.ts': { source, mutants } } }, () => 'guard')).toEqual([
    { kind: 'guard', mutants: 0, caught: 0, survivors: [] },
  ])
})

it('a change is the same only if file, line and replacement are', () => {
  const one = { file: 'guard.ts', line: 'if (a > b) {', becomes: 'if (a >= b) {' }
  expect(isSameChange(one, { ...one })).toBe(true)
  for (const part of ['file', 'line', 'becomes']) expect(isSameChange(one, { ...one, [part]: '' })).toBe(false)
})
