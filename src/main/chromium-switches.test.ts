import { afterEach, describe, expect, it } from 'vitest'
import { withoutChromiumSwitches } from './chromium-switches.ts'
import { flags, readConfig } from './config.ts'

const own = (args: readonly string[], packaged = true): string[] => withoutChromiumSwitches(args, packaged)

const { platform } = process
function runOn(system: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value: system })
}
afterEach(() => runOn(platform))

describe('Chromium’s and Electron’s own switches', () => {
  it('reach Till no more, and its own flags do with their values', () => {
    const args = ['--ozone-platform=wayland', '--data-dir', 'data', '--disable-gpu', '--kiosk', '--locale=es']
    expect(own([...args, '--password-store=basic'])).toEqual(['--data-dir', 'data', '--kiosk', '--locale=es'])
  })

  it.each([
    '--ozone-platform-hint=auto',
    '--enable-wayland-ime',
    '--gtk-version=4',
    '--force-device-scale-factor=1.5',
    '--lang=es',
    '--class=Till',
    '--disable-gpu-compositing',
    '--disable-software-rasterizer',
    '--force-renderer-accessibility',
    '--password-store=gnome-libsecret',
    '--xdg-portal-required-version=4',
    '--enable-features=UseOzonePlatform,WaylandWindowDecorations,VaapiVideoDecodeLinuxGL',
    '--disable-features=WaylandFractionalScaleV1',
    '--enable-logging',
  ])('that systems and people give it start an installed Till: %s', (flag) => {
    expect(own([flag])).toEqual([])
  })

  it('let Windows start Till for a click on an old notification', () => {
    runOn('win32')
    expect(own(['-Embedding'])).toEqual([])
  })

  it('let macOS number the programs that it opens', () => {
    runOn('darwin')
    expect(own(['-psn_0_12345'])).toEqual([])
  })

  it('are not confused with flags of Till that are misspelled, which still end the start', () => {
    for (const flag of ['--polcy=p.json', '--kisok', '--data-dri', '-kiosk'])
      for (const packaged of [true, false])
        expect(() => readConfig(own([flag], packaged), packaged), flag).toThrow(/option/)
  })

  it('never hide a flag of Till, whatever it begins with', () => {
    for (const flag of Object.keys(flags)) expect(own([`--${flag}`]), flag).toEqual([`--${flag}`])
  })

  it.each([
    '--disable-web-security',
    '--remote-debugging-port=9222',
    '--inspect-brk',
    '--js-flags=x',
    '--disable-features=IsolateOrigins,UseOzonePlatform',
    '--enable-features=WebBluetooth',
    '--in-process-gpu',
    '--gpu-launcher=x',
    '--enable-blink-features=x',
    '--disable-blink-features=TrustedTypes',
    '--disable-site-isolation-for-policy',
    '--disable-v8-sandbox',
    '--proxy-pac-url=data:x',
    '--log-net-log=/tmp/log',
    '--no-zygote',
    '-disable-web-security',
    ' --in-process-gpu',
    '--DISABLE-GPU-SANDBOX',
  ])('end the start of an installed Till that they would weaken: %s', (flag) => {
    expect(() => own([flag])).toThrow(`Till does not start with ${flag.trim().replace(/=.*/, '')}: `)
  })

  it('make of a Till from source what a developer wants', () => {
    const flags = ['--no-sandbox', '--inspect', '--inspect-brk=0', '--remote-debugging-port=9222', '--js-flags=x']
    expect(own(flags, false)).toEqual([])
  })

  it.each(['/no-sandbox', '/No-Sandbox', '-no-sandbox', ' --NO-SANDBOX'])(
    'are written in more ways on Windows: %s',
    (flag) => {
      runOn('win32')
      expect(() => own([flag])).toThrow('does not start without the sandbox')
      expect(() => own(['--data-dir', flag])).toThrow('does not start without the sandbox')
      expect(own(['/disable-gpu', '--Lang=es'])).toEqual([])
    },
  )

  it('name the package to install where an AppImage takes the sandbox away', () => {
    expect(() => own(['--no-sandbox'])).toThrow('install the deb or the rpm')
  })
})

it('a file dropped on Till opens it as always', () => {
  runOn('linux')
  expect(own(['/home/ana/receipt.pdf', '--kiosk', 'other.txt'])).toEqual(['--kiosk'])
  runOn('win32')
  expect(own([String.raw`C:\Users\ana\receipt.pdf`, '--kiosk', String.raw`\\server\other.txt`])).toEqual(['--kiosk'])
})

it('a link reaches Till, wherever it stands', () => {
  expect(own(['--original-process-start-time=1', 'till://brand/lumo', '--kiosk'])).toEqual([
    'till://brand/lumo',
    '--kiosk',
  ])
})
