import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const isWindows = process.platform === 'win32'
const binary = join(
  `node-${isWindows ? 'win' : process.platform}-${process.arch}`,
  'bin',
  isWindows ? 'node.exe' : 'node',
)

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'till-link-node-'))
  cpSync(join(import.meta.dirname, 'link-node.mjs'), join(project, 'scripts/link-node.mjs'))
})
afterEach(() => rmSync(project, { recursive: true }))

const modules = (...path: string[]): string => join(project, 'node_modules', ...path)
const link = (): void => {
  const { status, stderr } = spawnSync(process.execPath, [join(project, 'scripts/link-node.mjs')], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}

it('links the binary of this system’s package where npm left no link', () => {
  mkdirSync(modules(binary, '..'), { recursive: true })
  writeFileSync(modules(binary), 'Node 24')
  link()
  link()
  expect(readFileSync(modules('.bin', isWindows ? 'node.exe' : 'node'), 'utf8')).toBe('Node 24')
})

it('does nothing on a system without a package', () => {
  link()
  expect(existsSync(modules())).toBe(false)
})

it('brings one major version of Node to every system', () => {
  const major = readFileSync(join(import.meta.dirname, '../.nvmrc'), 'utf8').trim()
  const brought = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(brought.length).toBeGreaterThan(0)
  expect(brought.filter(([, version]) => version.split('.')[0] !== major)).toEqual([])
})
