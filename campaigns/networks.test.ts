import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mutants } from './mutants/mutants.ts'
import { nodeFaults } from './world/rpc/node-faults.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/networks.md'), 'utf8')
/** The rows of all tables, without headers and rulers. */
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:fact\b|---)/.test(line))
const proofsOf = (row: string): string => row.split(' | ').at(-1) ?? ''
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
/** The names that stand behind a word, in one list: "faults `a`, `b`". */
const namesBehind = (word: string): string[] =>
  rows.flatMap((row) =>
    [...proofsOf(row).matchAll(new RegExp(String.raw`\b${word}s? (\`[^\`]+\`(?:, \`[^\`]+\`)*)`, 'g'))].flatMap(
      ([, list = '']) => quoted(list),
    ),
  )

describe('docs/networks.md', () => {
  it('names files and folders that exist, each with its folder', () => {
    const paths = rows.flatMap((row) => quoted(proofsOf(row))).filter((one) => /^[\w./-]+(?:\.ts|\/[\w-]*)$/.test(one))
    expect(paths.length).toBeGreaterThan(100)
    const isThere = (path: string): boolean =>
      path.includes('/') && (existsSync(join(root, 'src/main', path)) || existsSync(join(root, path)))
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

  it('names existing kinds of faults and mutants', () => {
    const [faults, named] = [namesBehind('fault'), namesBehind('mutant')]
    expect([faults.length > 20, named.length > 40]).toEqual([true, true])
    expect(faults.filter((name) => !nodeFaults.some((kind) => kind === name))).toEqual([])
    expect(named.filter((name) => !mutants.some((mutant) => mutant.name === name))).toEqual([])
  })

  it('names a proof of every fact that concerns Till, or says that there is no test', () => {
    const proof = /\.test\.ts`|\b(?:faults?|mutants?) `|`npm run|; no test\b/
    expect(rows.filter((row) => !row.includes('| Not concerned') && !proof.test(proofsOf(row)))).toEqual([])
  })
})
