import { describe, expect, it } from 'vitest'
import { withoutChromiumSwitches } from './chromium-switches.ts'
import { flags, readConfig } from './config.ts'

const own = (args: readonly string[], packaged = true): string[] => withoutChromiumSwitches(args, packaged)

describe('Chromium’s and Electron’s own switches', () => {
  it('reach Till no more, and its own flags do with their values', () => {
    const args = ['--ozone-platform=wayland', '--data-dir', 'data', '--disable-gpu', '--kiosk', '--locale=es']
    expect(own([...args, '--password-store=basic', '-psn_0_12345'])).toEqual([
      '--data-dir',
      'data',
      '--kiosk',
      '--locale=es',
    ])
  })

  it('are not confused with flags of Till that are misspelled, which still end the start', () => {
    for (const flag of ['--polcy=p.json', '--kisok', '--data-dri'])
      expect(() => readConfig(own([flag]), true), flag).toThrow(/option/)
  })

  it('never hide a flag of Till, whatever it begins with', () => {
    for (const flag of Object.keys(flags)) expect(own([`--${flag}`]), flag).toEqual([`--${flag}`])
  })

  it.each([
    '--no-sandbox',
    '--disable-web-security',
    '--remote-debugging-port=9222',
    '--inspect-brk',
    '--js-flags=x',
    '--disable-features=IsolateOrigins,UseOzonePlatform',
  ])('end the start of an installed Till that they would weaken: %s', (flag) => {
    expect(() => own([flag])).toThrow(`Till does not start with ${flag.replace(/=.*/, '')}`)
    // A Till from source is what a developer makes of it.
    expect(own([flag], false)).toEqual([])
  })

  it('may turn off features that protect nothing', () => {
    expect(own(['--disable-features=WaylandFractionalScaleV1'])).toEqual([])
  })

  it('name the package to install where an AppImage takes the sandbox away', () => {
    expect(() => own(['--no-sandbox'])).toThrow('install the deb or the rpm')
  })
})

it('a file dropped on Till opens it as always', () => {
  expect(own(['/home/ana/receipt.pdf', '--kiosk', 'other.txt'])).toEqual(['--kiosk'])
})

it('a link reaches Till, wherever it stands', () => {
  expect(own(['--original-process-start-time=1', 'till://brand/lumo', '--kiosk'])).toEqual([
    'till://brand/lumo',
    '--kiosk',
  ])
})
