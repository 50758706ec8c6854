import { expect, it } from 'vitest'
import { chooseTargets } from './choose-targets.ts'

it('leaves the deb and the rpm out where no homepage is known', () => {
  const left = ['deb', 'rpm']
  expect(chooseTargets([], 'linux', false)).toEqual({ flags: ['--linux', 'AppImage'], left })
  expect(chooseTargets(['--x64', '-l'], 'darwin', false)).toEqual({ flags: ['--x64', '--linux', 'AppImage'], left })
  expect(chooseTargets(['--linux', '--x64'], 'linux', false)).toEqual({ flags: ['--x64', '--linux', 'AppImage'], left })
})

it.each([['--linux', 'AppImage', 'deb'], ['-l', 'rpm:x64'], ['--linux=deb']])(
  'refuses %s %s where no homepage is known, with the setting that names one',
  (...flags) => {
    expect(() => chooseTargets(flags, 'linux', false)).toThrow(
      /^Not built: (?:deb|rpm:x64)\. .*-c\.extraMetadata\.homepage=ADDRESS".$/,
    )
  },
)

it.each([
  [['--linux', 'dir', '--x64'], 'linux', false],
  [['--win', 'dir'], 'linux', false],
  [[], 'darwin', false],
  [['--mac'], 'win32', false],
  [[], 'linux', true],
  [['--linux', 'deb', 'rpm'], 'linux', true],
] as const)('changes nothing of %j on %s with a homepage: %s', (flags, platform, hasHomepage) => {
  expect(chooseTargets(flags, platform, hasHomepage)).toEqual({ flags, left: [] })
})
