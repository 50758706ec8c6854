import { existsSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildIfNeeded } from '../scripts/launch/build-if-needed.ts'
import fuses from './fuses.json' with { type: 'json' }
import { findImports, findReach } from './stub/find-imports.ts'
import {
  installPackaging,
  packStub,
  readApp,
  run,
  withoutOrigin,
  type PackedApp,
  type Platform,
} from './stub/pack-stub.ts'

const root = join(import.meta.dirname, '..')

// electron-builder packs for macOS on macOS and Linux only.
const apps: readonly (readonly [name: string, platform: Platform, folder: string, arch: string])[] = [
  ['Linux', 'linux', 'linux-unpacked', 'x64'],
  ['Windows', 'win32', 'win-unpacked', 'x64'],
  ...(process.platform === 'win32'
    ? []
    : ([
        ['macOS, Intel', 'darwin', 'mac', 'x64'],
        ['macOS, Apple silicon', 'darwin', 'mac-arm64', 'arm64'],
      ] as const)),
]

let folder: string
const inside = (...path: string[]): string => join(folder, 'dist', ...path)

beforeAll(() => {
  buildIfNeeded()
  installPackaging()
  folder = mkdtempSync(join(tmpdir(), 'till-pack-'))
  packStub(folder, 'linux', ['--linux', 'dir', '--x64'], withoutOrigin)
  packStub(folder, 'win32', ['--win', 'dir', '--x64'])
  if (process.platform !== 'win32') packStub(folder, 'darwin', ['--mac', 'dir', '--arm64', '--x64'])
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true }))

describe.each(apps)('the app that electron-builder packs for %s', (_name, platform, output, arch) => {
  let app: PackedApp
  beforeAll(() => void (app = readApp(platform, inside(output))))

  it('holds only the built app, its tray icon and better-sqlite3, without source maps', () => {
    const others = app.files.filter(
      (file) => !/^out\/(?:main|preload|renderer)\/|^node_modules\/better-sqlite3\//.test(file),
    )
    const icons = ['tray.ico', 'tray.png', 'trayTemplate.png', 'trayTemplate@2x.png'].map(
      (file) => `resources/tray/${file}`,
    )
    expect(others.toSorted()).toEqual(['package.json', ...icons])
    expect(app.files.filter((file) => /\.(?:map|ts|vue|gyp|c|h)$|sandbox|testing/.test(file))).toEqual([])
    for (const left of ['out/main/chromium.js', 'node_modules/better-sqlite3/build', 'node_modules/better-sqlite3/src'])
      expect(app.files.filter((file) => file.startsWith(left))).toEqual([])
  })

  it('holds everything that main, its workers, the preload and the page load', () => {
    const { files } = findReach()
    expect(files).toEqual(
      expect.arrayContaining(['vault', 'refresh', 'regex'].map((name) => `out/main/${name}-worker.js`)),
    )
    const page = globSync('out/{preload,renderer}/**', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      )
    expect(page.length).toBeGreaterThan(20)
    expect([...files, ...page].filter((file) => !app.files.includes(file))).toEqual([])
  })

  it('has SQLite’s binary beside the archive, for the system that packed it', () => {
    const binary = `node_modules/better-sqlite3/prebuilds/${process.platform}-${arch}.node`
    expect(app.unpacked).toEqual([binary])
    const resources = platform === 'darwin' ? 'Till.app/Contents/Resources' : 'resources'
    expect(existsSync(inside(output, resources, 'app.asar.unpacked', binary))).toBe(true)
    expect(readdirSync(inside(output, resources)).filter((file) => file.includes('default_app'))).toEqual([])
  })

  it('states neither scripts nor development dependencies in its package.json', () => {
    expect(app.manifest).toMatchObject({
      name: 'till',
      main: 'out/main/index.js',
      type: 'module',
      desktopName: 'till.desktop',
    })
    expect(app.manifest).not.toHaveProperty('scripts')
    expect(app.manifest).not.toHaveProperty('devDependencies')
  })

  it('19: has all nine fuses set', () => {
    expect(app.fuses).toEqual(fuses)
  })

  it('includes its licences', () => {
    expect(app.files).toEqual(
      expect.arrayContaining([
        'out/main/licences.txt',
        'out/renderer/licences.txt',
        'node_modules/better-sqlite3/LICENSE',
      ]),
    )
    if (platform === 'darwin') return
    // Electron's own; macOS keeps them beside the app, where the stub has none.
    expect(readFileSync(inside(output, 'LICENSE.electron.txt'), 'utf8')).toBe('Electron')
    expect(readFileSync(inside(output, 'LICENSES.chromium.html'), 'utf8')).toBe('Chromium')
  })

  it.skipIf(platform === 'linux')('states the archive’s hash, which Electron checks', () => {
    expect(app.integrity).toMatchObject({ algorithm: 'SHA256', hash: app.headerHash })
    if (platform === 'win32') expect(app.integrity?.file).toBe(String.raw`resources\app.asar`)
  })
})

it('says which packages need a homepage in a clone whose origin is not on GitHub, instead of a stack', () => {
  const build = (): string =>
    run('npm', ['run', 'build', '--silent', '--prefix', 'packaging', '--', '--linux', 'deb'], withoutOrigin)
  expect(build).toThrow(/failed\nNot built: deb\. [^\n]*-c\.extraMetadata\.homepage=ADDRESS"\.\n$/)
})

it('imports nothing that is not packed', () => {
  const foreign = findReach().packages.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
  expect(foreign.toSorted()).toEqual(['better-sqlite3', 'electron'])
  // A sandboxed preload may load nothing else.
  expect(findImports('out/preload/index.cjs')).toEqual(['electron'])
})

it('lists the licence of every package that is part of the app', () => {
  for (const [file, names] of [
    ['out/main/licences.txt', ['viem', 'zod', 'fast-png', 'hash-wasm']],
    ['out/renderer/licences.txt', ['vue', 'reka-ui', 'tailwindcss', '@fontsource-variable/inter']],
  ] as const) {
    for (const name of names) expect(readFileSync(join(root, file), 'utf8')).toMatch(new RegExp(`^${name} \\d`, 'm'))
  }
  expect(readFileSync(join(root, 'out/renderer/licences.txt'), 'utf8')).toContain('SIL OPEN FONT LICENSE')
})

it('gives the Windows program its name and an icon of every size', () => {
  const { info, iconSizes } = readApp('win32', inside('win-unpacked'))
  expect(info).toMatchObject({ ProductName: 'Till', FileDescription: 'Till' })
  expect(iconSizes).toEqual([16, 24, 32, 48, 64, 128, 256])
})

it.skipIf(process.platform === 'win32')('gives the app for macOS its name, its icon and the scheme till:', () => {
  const { info } = readApp('darwin', inside('mac'))
  expect(info).toMatchObject({
    CFBundleName: 'Till',
    CFBundleIdentifier: 'org.till.wallet',
    CFBundleIconFile: 'icon.icns',
    CFBundleURLTypes: [{ CFBundleURLSchemes: ['till'] }],
    LSApplicationCategoryType: 'public.app-category.finance',
  })
  const icon = (path: string): Buffer => readFileSync(path)
  const resources = join(root, 'resources/icons')
  expect(icon(inside('mac/Till.app/Contents/Resources/icon.icns')).equals(icon(join(resources, 'icon.icns')))).toBe(
    true,
  )
})
