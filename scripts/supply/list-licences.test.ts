import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeLicence, folderOf } from './list-licences.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-licences-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function install(stated: object): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'one', version: '1.0.0', ...stated }))
  return folder
}

it('finds the innermost package of a module', () => {
  expect(folderOf('/till/node_modules/one/lib/a.js?x')).toBe('/till/node_modules/one')
  expect(folderOf('/till/node_modules/@of/one/a.js')).toBe('/till/node_modules/@of/one')
  expect(folderOf('/till/node_modules/one/node_modules/two/a.js')).toBe('/till/node_modules/one/node_modules/two')
  expect(folderOf('C:/till/node_modules/one/a.js')).toBe('C:/till/node_modules/one')
  for (const own of ['/till/src/main/index.ts', '\0vite/preload-helper', 'virtual:x', 'node:fs'])
    expect(folderOf(own)).toBeNull()
})

it('describes a package with the text of its licence, also in the format of old packages', () => {
  writeFileSync(join(install({ license: 'MIT' }), 'LICENSE.md'), 'Do as you like.\n')
  expect(describeLicence(folder)).toBe('one 1.0.0: MIT\n\nDo as you like.')
  install({ licenses: [{ type: 'ISC' }] })
  expect(describeLicence(folder)).toMatch(/^one 1\.0\.0: ISC\n/)
})

it('rejects packages without a permissive licence', () => {
  for (const stated of [{}, { license: 'GPL-3.0' }, { license: 'MPL-2.0' }, { license: 'ODbL-1.0' }])
    expect(() => describeLicence(install(stated))).toThrow('one may not be part of Till')
})
