import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, matchesGlob, posix } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { buildIfNeeded } from '../scripts/launch/build-if-needed.ts'
import config from './electron-builder.json' with { type: 'json' }
import fuses from './fuses.json' with { type: 'json' }
import { joinIcns, joinIco } from './icons/join-icons.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))

/** Returns whether electron-builder packs a file: each pattern overrides the earlier ones, and only `!` patterns count in dependencies. */
function isPacked(file: string): boolean {
  const inDependency = file.startsWith('node_modules/')
  let packed = inDependency
  for (const written of config.files) {
    const pattern = written.replace('${platform}-${arch}', 'linux-x64')
    if (pattern.startsWith('!')) packed &&= !matchesGlob(file, pattern.slice(1))
    else if (!inDependency) packed ||= matchesGlob(file, pattern)
  }
  return packed
}

/** Returns the files that Electron's entry and its workers load, and the packages and built-ins that they import. */
function reach(): { files: string[]; packages: string[] } {
  const files = new Set(['out/main/index.js'])
  const packages = new Set<string>()
  for (const file of files) {
    const text = read(file)
    const workers = [...text.matchAll(/new URL\(["'`]([\w-]+\.js)["'`], ?import\.meta\.url\)/g)].map(
      ([, name]) => `./${name}`,
    )
    const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
    for (const name of [...workers, ...imported]) {
      if (name.startsWith('.')) files.add(posix.join(dirname(file), name))
      else packages.add(name)
    }
  }
  return { files: [...files], packages: [...packages] }
}

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

describe('the contents of an installer', () => {
  beforeAll(buildIfNeeded, 120_000)

  it('include everything that main, its workers, the preload and the page load', () => {
    const { files, packages } = reach()
    expect(files).toEqual(
      expect.arrayContaining(['vault', 'refresh', 'regex'].map((name) => `out/main/${name}-worker.js`)),
    )
    const needed = [...files, ...list('out/preload/**'), ...list('out/renderer/**')]
    expect(needed.length).toBeGreaterThan(20)
    expect(needed.filter((file) => !isPacked(file))).toEqual([])
    const foreign = packages.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    expect(foreign.toSorted()).toEqual(['better-sqlite3', 'electron'])
    // A sandboxed preload may load nothing else.
    const ofPreload = ts.preProcessFile(read('out/preload/index.cjs'), true, true).importedFiles
    expect(ofPreload.map(({ fileName }) => fileName)).toEqual(['electron'])
  })

  it('include the licence of every package', () => {
    for (const [file, names] of [
      ['out/main/licences.txt', ['viem', 'zod', 'fast-png', 'hash-wasm']],
      ['out/renderer/licences.txt', ['vue', 'reka-ui', 'tailwindcss', '@fontsource-variable/inter']],
      ['node_modules/better-sqlite3/LICENSE', []],
    ] as const) {
      expect(isPacked(file)).toBe(true)
      for (const name of names) expect(read(file)).toMatch(new RegExp(`^${name} \\d`, 'm'))
    }
    expect(read('out/renderer/licences.txt')).toContain('SIL OPEN FONT LICENSE')
  })

  it('include nothing of the sources, the sandbox, tests, campaigns or the Chromium shell', () => {
    const left = ['src', 'e2e', 'campaigns', 'scripts', 'packaging', 'resources', 'docs'].map((folder) => {
      const files = list(`${folder}/**`)
      expect(files.length, folder).toBeGreaterThan(0)
      return files
    })
    const others = [
      ...left.flat(),
      'out/main/chromium.js',
      '.npmrc',
      'README.md',
      'node_modules/playwright-core/index.js',
    ]
    expect(others.filter(isPacked)).toEqual([])
  })

  it('include only better-sqlite3 of the dependencies, with its platform’s one binary, outside the archive and not rebuilt', () => {
    const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
    const packed = dependencies.flatMap((name) => list(`node_modules/${name}/**`)).filter(isPacked)
    const binary = 'node_modules/better-sqlite3/prebuilds/linux-x64.node'
    const others = packed.filter((file) => file !== binary && !file.startsWith('node_modules/better-sqlite3/lib/'))
    expect(others.map((file) => file.replace('node_modules/better-sqlite3/', '')).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    expect(packed).toContain('node_modules/better-sqlite3/lib/index.js')
    expect(packed.filter((file) => config.asarUnpack.some((pattern) => matchesGlob(file, pattern)))).toEqual([binary])
    expect(config).toMatchObject({ asar: { smartUnpack: false }, npmRebuild: false })
  })
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
