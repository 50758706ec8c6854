import { expect, it } from 'vitest'
import { isPermissive, findSupplyProblems, type LockedPackage, type Manifest } from './find-supply-problems.ts'

const integrity = `sha512-${'A'.repeat(86)}==`
const good: LockedPackage = { version: '1.0.0', integrity, license: 'MIT' }

/** Judges a project with one package. */
const judge = (locked: LockedPackage, manifest: Manifest = {}, name = 'one', stated: string | null = null): string[] =>
  findSupplyProblems({
    manifest,
    packages: { '': {}, [`node_modules/${name}`]: locked },
    licenceOf: () => stated,
    isBuilt: (folder) => folder === 'node_modules/native',
  })

it('accepts exact, pinned packages with permissive licences', () => {
  expect(
    judge(good, {
      dependencies: { one: '1.0.0' },
      devDependencies: { two: '2.0.0-beta.1', three: 'npm:@own/two@1.0.0' },
    }),
  ).toEqual([])
  expect(judge({ ...good, resolved: 'https://registry.npmjs.org/one/-/one-1.0.0.tgz' })).toEqual([])
})

it('requires an exact version of every dependency in a manifest', () => {
  for (const version of [
    '^1.0.0',
    '~1.0.0',
    '1',
    '1.x',
    '*',
    'latest',
    'github:a/b',
    'file:../one',
    '>=1.0.0 <2.0.0',
    'npm:two@^1.0.0',
  ])
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      expect(judge(good, { [kind]: { one: version } }), version).toEqual([`one: ${version} is not an exact version`])
})

it('requires that each install script is forbidden by name, and that none is named for nothing', () => {
  const script = { ...good, hasInstallScript: true }
  const problem = 'one: brings an install script, and allowScripts does not forbid it'
  expect(judge(script)).toEqual([problem])
  expect(judge(script, { allowScripts: { one: true } })).toEqual([problem])
  expect(judge(script, { allowScripts: { one: false } })).toEqual([])
  expect(judge(script, { allowScripts: { inner: false } }, 'one/node_modules/inner')).toEqual([])
  // npm builds a native package automatically, which no lockfile shows.
  expect(judge(good, {}, 'native')).toHaveLength(1)
  expect(judge(good, { allowScripts: { native: false } }, 'native')).toEqual([])
  expect(judge(good, { allowScripts: { one: false } })).toEqual([
    'one: is in allowScripts, but brings no install script',
  ])
})

it('requires the public registry and a hash for each package', () => {
  for (const resolved of [
    'http://registry.npmjs.org/one.tgz',
    'https://registry.npmjs.org.example/one.tgz',
    'http://localhost:4873/one.tgz',
    'git+ssh://git@github.com/a/b.git',
  ])
    expect(judge({ ...good, resolved }), resolved).toEqual([
      `node_modules/one: comes from ${resolved}, not from the public registry`,
    ])
  for (const wrong of [undefined, 'sha1-AAAA', 'sha512-AAAA'])
    expect(judge({ ...good, integrity: wrong })).toEqual([
      'node_modules/one: its contents are not pinned by a SHA-512 hash',
    ])
})

it('requires a version of each package, including those of other systems', () => {
  const { version: _none, ...nameless } = good
  expect(judge(nameless)).toEqual(['node_modules/one: has no version, so npm refuses the whole lockfile'])
})

it('requires every package that another one needs, optional ones too: a newer npm refuses a lockfile without them', () => {
  const find = (packages: Readonly<Record<string, LockedPackage>>): string[] =>
    findSupplyProblems({ manifest: {}, packages, licenceOf: () => null, isBuilt: () => false })
  const outer: LockedPackage = {
    ...good,
    dependencies: { needed: '^1.0.0' },
    optionalDependencies: { '@a/maybe': '1' },
  }
  expect(find({ '': {}, 'node_modules/outer': outer })).toEqual([
    'node_modules/outer: needs needed, which the lockfile lacks',
    'node_modules/outer: needs @a/maybe, which the lockfile lacks',
  ])
  const inner = 'node_modules/outer/node_modules'
  expect(
    find({
      '': { devDependencies: { outer: '1.0.0' } },
      'node_modules/outer': outer,
      [`${inner}/@a/maybe`]: { ...good, dependencies: { needed: '^1.0.0' } },
      'node_modules/needed': good,
    }),
  ).toEqual([])
  // A sibling's own package is out of reach.
  expect(
    find({ '': { dependencies: { needed: '1.0.0' } }, 'node_modules/one': good, [`${inner}/needed`]: good }),
  ).toEqual(['package.json: needs needed, which the lockfile lacks'])
})

it('accepts the hash of the package that bundles another', () => {
  const { integrity: _none, ...bundled } = good
  expect(judge({ ...bundled, inBundle: true })).toEqual([])
})

it('requires a permissive licence, read from the installed package where the lockfile has none', () => {
  const { license: _none, ...silent } = good
  expect(judge(silent)).toEqual(['node_modules/one: states no licence'])
  expect(judge(silent, {}, 'one', 'MIT')).toEqual([])
  expect(judge(silent, {}, 'one', 'GPL-3.0')).toHaveLength(1)
  for (const license of ['GPL-3.0-only', 'AGPL-3.0', 'MPL-2.0', 'ODbL-1.0', 'UNLICENSED', 'SEE LICENSE IN x', ''])
    expect(judge({ ...good, license }), license).toEqual([
      `node_modules/one: its licence, ${license}, is not one of those allowed`,
    ])
  expect(judge({ ...good, license: 'MPL-2.0' }, {}, 'lightningcss-linux-x64-gnu')).toEqual([])
  expect(judge({ ...good, license: 'GPL-3.0' }, {}, 'lightningcss')).toHaveLength(1)
})

it('understands licences joined by OR and AND', () => {
  expect(['MIT OR GPL-3.0', '(GPL-3.0 OR ISC)', 'MIT AND ISC'].map(isPermissive)).toEqual([true, true, true])
  expect(['MIT AND GPL-3.0', '(MIT OR ISC) AND GPL-3.0', 'GPL-2.0 OR GPL-3.0'].map(isPermissive)).toEqual([
    false,
    false,
    false,
  ])
})
