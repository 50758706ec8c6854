import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { buildIfNeeded } from '../scripts/launch/build-if-needed.ts'
import fuses from './fuses.json' with { type: 'json' }
import { installPackaging, packStub, readApp, run, withoutOrigin } from './stub/pack-stub.ts'
import { explainFailedDownload, useSystemTools } from './stub/system-tools.ts'

const { platform } = process as { platform: 'linux' | 'darwin' | 'win32' }
const { version } = manifest
const isOffline = process.env.TILL_PACKAGING_OFFLINE === '1'

let folder: string
const dist = (...path: string[]): string => join(folder, 'dist', ...path)
const unpackedIn = (name: string): string => {
  mkdirSync(join(folder, name))
  return join(folder, name)
}

const toolsIn = (tools: string): NodeJS.ProcessEnv => (isOffline ? useSystemTools(tools) : {})

/** Builds the packages of this system. Only `npm run test:packaging` does this: it takes minutes. */
describe.runIf(process.env.MODE === 'packages')('the packages of this system', () => {
  beforeAll(() => {
    buildIfNeeded()
    installPackaging()
    folder = mkdtempSync(join(tmpdir(), 'till-packages-'))
    const flag = { linux: '--linux', darwin: '--mac', win32: '--win' }[platform]
    try {
      packStub(folder, platform, [flag, '-c.extraMetadata.homepage=https://till.example'], toolsIn(folder))
    } catch (error) {
      throw explainFailedDownload(error as Error)
    }
  }, 1_200_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('have the expected names', () => {
    const names = {
      linux: ['linux-amd64.deb', 'linux-x86_64.AppImage', 'linux-x86_64.rpm'],
      darwin: ['mac-arm64.dmg', 'mac-x64.dmg'],
      win32: ['win-x64.exe'],
    }[platform]
    const built = readdirSync(dist()).filter((name) => /\.(?:AppImage|deb|rpm|dmg|exe)$/.test(name))
    expect(built.toSorted()).toEqual(names.map((name) => `Till-${version}-${name}`))
    for (const name of built) expect(statSync(dist(name)).size).toBeGreaterThan(1_000_000)
  })

  describe.runIf(platform === 'linux')('for Linux', () => {
    /** Expects a desktop file with Till's window class, categories and scheme, that starts Till with its sandbox. */
    const expectDesktopFile = (file: string, exec: string): void => {
      const lines = readFileSync(file, 'utf8').split('\n')
      expect(lines).toEqual(
        expect.arrayContaining([
          'Name=Till',
          `Exec=${exec} %U`,
          'Icon=till',
          'StartupWMClass=till',
          'MimeType=x-scheme-handler/till;',
          'Categories=Office;Finance;',
        ]),
      )
      expect(lines.join('\n')).not.toContain('no-sandbox')
    }

    const expectIcons = (shared: string): void => {
      for (const size of [16, 24, 32, 48, 64, 128, 256, 512])
        expect(existsSync(join(shared, `icons/hicolor/${size}x${size}/apps/till.png`)), `${size}`).toBe(true)
    }

    it('are a deb that names what it needs and what it holds', () => {
      const deb = dist(`Till-${version}-linux-amd64.deb`)
      const fields = run('dpkg-deb', ['-f', deb])
      for (const line of [
        'Package: till',
        `Version: ${version}`,
        'Architecture: amd64',
        'Maintainer: Till',
        'Homepage: https://till.example',
      ])
        expect(fields.split('\n')).toContain(line)
      expect(fields).toMatch(/^Depends: .*libgtk-3-0.*libnss3.*libsecret-1-0/m)
      expect(fields).not.toContain('Recommends')
      expect(fields).toContain(manifest.description)
      const unpacked = unpackedIn('deb')
      run('dpkg-deb', ['-x', deb, unpacked])
      expectDesktopFile(join(unpacked, 'usr/share/applications/till.desktop'), '/opt/Till/till')
      expectIcons(join(unpacked, 'usr/share'))
      expect(readApp('linux', join(unpacked, 'opt/Till')).fuses).toEqual(fuses)
    })

    it('give Chromium’s sandbox what it needs: a profile for AppArmor, else a set-user-id helper', () => {
      const control = unpackedIn('deb-control')
      run('dpkg-deb', ['-e', dist(`Till-${version}-linux-amd64.deb`), control])
      const scripts = [
        readFileSync(join(control, 'postinst'), 'utf8'),
        run('rpm', ['-qp', '--scripts', dist(`Till-${version}-linux-x86_64.rpm`)]),
      ]
      for (const script of scripts) {
        expect(script).toContain('unshare --user true')
        expect(script).toContain("chmod 4755 '/opt/Till/chrome-sandbox'")
        expect(script).toContain("APPARMOR_PROFILE_SOURCE='/opt/Till/resources/apparmor-profile'")
      }
      const profile = readFileSync(join(folder, 'deb/opt/Till/resources/apparmor-profile'), 'utf8')
      expect(profile).toContain('profile "till" "/opt/Till/till" flags=(unconfined)')
      expect(profile).toContain('userns,')
    })

    it('are an rpm with the same files', () => {
      const rpm = dist(`Till-${version}-linux-x86_64.rpm`)
      const format = '%{NAME} %{VERSION} %{ARCH} %{LICENSE} %{URL}'
      expect(run('rpm', ['-qp', '--qf', format, rpm])).toBe(`till ${version} x86_64 MIT https://till.example`)
      expect(run('rpm', ['-qp', '--requires', rpm])).toMatch(/^nss$/m)
      const inDeb = run('find', [join(folder, 'deb'), '-type', 'f', '-printf', '/%P\n'])
        .trim()
        .split('\n')
      const inRpm = run('rpm', ['-qpl', rpm]).trim().split('\n')
      // fpm adds a changelog to a deb.
      const shared = inDeb.filter((file) => !file.startsWith('/usr/share/doc/'))
      expect(shared.length).toBeGreaterThan(15)
      expect(inRpm).toEqual(expect.arrayContaining(shared))
      const hash = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')
      const archive = '/opt/Till/resources/app.asar'
      expect(run('rpm', ['-qp', '--dump', rpm])).toContain(hash(join(folder, 'deb', archive)))
    })

    it('are an AppImage with the same app', () => {
      const image = dist(`Till-${version}-linux-x86_64.AppImage`)
      // The runtime lies before the file system.
      const offset = readFileSync(image).indexOf(Buffer.from('hsqs'))
      run('unsquashfs', ['-no-progress', '-offset', `${offset}`, '-d', join(folder, 'appimage-root'), image])
      const unpacked = join(folder, 'appimage-root')
      expectDesktopFile(join(unpacked, 'till.desktop'), 'AppRun')
      expectIcons(join(unpacked, 'usr/share'))
      expect(readApp('linux', unpacked)).toEqual(readApp('linux', dist('linux-unpacked')))
    })

    it('are the AppImage only in a clone without a homepage, and the last line names the others', () => {
      const bare = unpackedIn('bare')
      const { output, printed } = packStub(bare, 'linux', [], { ...toolsIn(bare), ...withoutOrigin })
      expect(readdirSync(output).filter((name) => name.startsWith('Till-'))).toEqual([
        `Till-${version}-linux-x86_64.AppImage`,
      ])
      expect(printed.trimEnd().split('\n').at(-1)).toMatch(/^Not built: deb, rpm\. .*homepage=ADDRESS"\.$/)
    })

    it('turn Chromium’s sandbox off in the AppImage where user namespaces are forbidden, and only there', () => {
      const launcher = readFileSync(join(folder, 'appimage-root/AppRun'), 'utf8')
      expect(launcher).toMatch(/! unshare -Ur true 2>\/dev\/null ; then\n\s*NO_SANDBOX=\(--no-sandbox\)/)
      expect(launcher.match(/NO_SANDBOX=\(--no-sandbox\)/g)).toHaveLength(1)
    })
  })
})
