import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const docComment = /\/\*\*[^]*?\*\//g

/** The source files, each with its doc comments and, apart from them, its code. */
const sources = execFileSync('git', ['ls-files', 'src/*.ts', 'src/*.vue'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return {
      file,
      comments: text.match(docComment) ?? [],
      code: text.replace(docComment, '').replace(/^\s*\/\/.*$/gm, ''),
    }
  })

/** The names that every comment may use: what a file exports, members of unions, and the contract's words and fields, such as error codes. */
const shared = new Set(
  sources.flatMap(({ file, code }) => {
    const exported = code.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)
    const members = code.matchAll(/'(\w+)'(?= \|)|(?<=\| )'(\w+)'/g)
    const words = file.startsWith('src/shared/') ? code.matchAll(/'(\w+)'|(\w+): z\./g) : []
    return [...exported, ...members, ...words].map(([, name, field = '']) => name ?? field)
  }),
)

/** Names that are not declared in this code. */
const foreign = new Set([
  // JavaScript
  'true',
  'false',
  'null',
  // nodes
  'eth_call',
  'eth_simulateV1',
  'gasUsedForL1',
  'anvil_dumpState',
  // the service's interface
  'errorCode',
  'protocolContracts',
  'INSUFFICIENT_BALANCE',
  'insufficientBalance',
  'EVM',
  // HTTP, SQLite, Node, the theme, and the details of errors
  'RateLimit',
  'user_version',
  'pipeline',
  'rail',
  'until',
])

test('every name in a doc comment exists', () => {
  const lost = sources.flatMap(({ file, comments, code }) => {
    const words = new Set(code.match(/\w+/g))
    const named = comments.flatMap((comment) => [...comment.matchAll(/`([a-z]\w*)`/gi)].map(([, name = '']) => name))
    return named
      .filter((name) => ![words, shared, foreign].some((known) => known.has(name)))
      .map((name) => `${file}: ${name}`)
  })
  expect(lost).toEqual([])
})

test('every AppError in a doc comment is said to be thrown', () => {
  const unsaid = sources.flatMap(({ file, comments }) =>
    comments.flatMap((comment) =>
      comment
        .replace(/\s+\*?\s*/g, ' ')
        .split(/[.:] |\/\*\*/)
        .filter((sentence) => /(?:^|; )\s*AppErrors? /.test(sentence) && !/throw|reject/i.test(sentence))
        .map((sentence) => `${file}: ${sentence}`),
    ),
  )
  expect(unsaid).toEqual([])
})
