import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scenes } from './scenes/all.ts'
import { allShown } from './shown.ts'

const specs = join(import.meta.dirname, '../specs')
const tagsOf = (file: string): string[] =>
  [...readFileSync(join(specs, file), 'utf8').matchAll(/@((?:status|reason|fee):[a-z-]+)/g)].map(([, tag]) => tag ?? '')
const tags = globSync('**/*.spec.ts', { cwd: specs }).flatMap((file) => tagsOf(file).map((tag) => ({ file, tag })))

test('lists every kind from the code, without duplicates', () => {
  expect(new Set(allShown).size).toBe(allShown.length)
  for (const kind of ['status', 'reason', 'fee']) expect(allShown.some((one) => one.startsWith(`${kind}:`))).toBe(true)
})

test.each(allShown)('exactly one scene shows %s', (shown) => {
  expect(scenes.filter((scene) => scene.shows === shown).map(({ name }) => name)).toHaveLength(1)
})

// The sandbox's chains never lose transactions; the crash campaign covers this reason instead.
const withoutSpec: readonly string[] = ['reason:unseen-transactions']

test.each(allShown.filter((one) => !withoutSpec.includes(one)))('a spec covers %s', (shown) => {
  expect(tags.filter(({ tag }) => tag === shown).map(({ file }) => file)).not.toEqual([])
})

test('no spec has a tag that the code does not know', () => {
  expect(tags.filter(({ tag }) => !allShown.some((shown) => shown === tag))).toEqual([])
})
