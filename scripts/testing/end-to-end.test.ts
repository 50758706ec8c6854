import { expect, it } from 'vitest'
import { selectProjects } from './end-to-end.ts'

it('passes names of specs and flags on to Playwright', () => {
  expect(selectProjects(['wallet', '-g', 'sends', '--headed'], false)).toEqual({
    args: ['wallet', '-g', 'sends', '--headed'],
    isElectronLeftOut: false,
  })
  expect(selectProjects(['wallet', '--project', 'electron', 'chromium', '-g', 'sends'], true)).toEqual({
    args: ['wallet', '-g', 'sends', '--project=electron', '--project=chromium'],
    isElectronLeftOut: false,
  })
})

it.each([['--project=electron'], ['--project', 'electron']])(
  'leaves Electron out where it cannot run, and runs nothing if only it was named: %s %s',
  (...project) => {
    expect(selectProjects(['wallet', ...project], false)).toEqual({ args: null, isElectronLeftOut: true })
    expect(selectProjects([...project, '--project=stand-in', 'wallet'], false)).toEqual({
      args: ['wallet', '--project=stand-in'],
      isElectronLeftOut: true,
    })
  },
)
