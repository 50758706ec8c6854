import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import config from './electron-builder.json' with { type: 'json' }
import fuses from './fuses.json' with { type: 'json' }
import { joinIcns, joinIco } from './icons/join-icons.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

it('sets all nine fuses of Electron', () => {
  expect(fuses).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  })
  expect(config.afterPack).toBe('./set-fuses.mjs')
  expect(read('packaging/set-fuses.mjs')).toContain('strictlyRequireAllFuses: true')
})

describe('an installer', () => {
  it('has a name and never publishes automatically', () => {
    expect(config).toMatchObject({ productName: 'Till', publish: null })
    expect(config.appId).toMatch(/^[a-z]+(\.[a-z]+){2}$/)
    expect([config.linux.target, config.mac.target, config.win.target]).toEqual([
      ['AppImage', 'deb', 'rpm'],
      [{ target: 'dmg', arch: ['arm64', 'x64'] }],
      [{ target: 'nsis', arch: ['x64'] }],
    ])
  })

  it('has an icon of every size, all drawn from one source', () => {
    const icons = [16, 24, 32, 48, 64, 128, 256, 512].map((size) => {
      const png = readFileSync(join(root, config.linux.icon, `${size}x${size}.png`))
      expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', size, size])
      return { size, png }
    })
    const ico = joinIco(icons.filter(({ size }) => size <= 256))
    expect(readFileSync(join(root, config.win.icon)).equals(ico)).toBe(true)
    // macOS also has one of 1024 pixels, the last of the file.
    const icns = readFileSync(join(root, config.mac.icon))
    const largest = icns.subarray(icns.lastIndexOf('\x89PNG', undefined, 'latin1'))
    expect(largest.readUInt32BE(16)).toBe(1024)
    expect(icns.equals(joinIcns([...icons, { size: 1024, png: largest }]))).toBe(true)
  })

  it('opens links of the scheme till:', () => {
    expect(config.protocols).toEqual([{ name: 'Till', schemes: ['till'], role: 'Viewer' }])
    // The desktop finds a window's desktop file by this name.
    expect(manifest.desktopName).toBe(`${config.linux.executableName}.desktop`)
    expect(config.linux.syncDesktopName).toBe(true)
  })

  it('keeps Chromium’s sandbox on Linux; elsewhere it is signed and hardened, or not built', () => {
    expect(config.linux.executableArgs).toEqual([])
    expect(config.mac).toMatchObject({ hardenedRuntime: true, forceCodeSigning: true, notarize: true })
    expect(config.win.forceCodeSigning).toBe(true)
    for (const file of [config.mac.entitlements, config.mac.entitlementsInherit]) {
      expect([...read(file).matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
        'com.apple.security.cs.allow-jit',
      ])
    }
  })
})
