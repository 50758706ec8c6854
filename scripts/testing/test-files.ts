import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const patterns = [
  'src/**/*.test.ts',
  'scripts/**/*.test.ts',
  'e2e/**/*.test.ts',
  'campaigns/**/*.test.ts',
  'packaging/*.test.ts',
]

const SIMULATED = /^campaigns\/(?:crash|quotes|recovery|silence|bench\/rpc)\//

export interface TestFiles {
  /** Those that open a sandbox: they mostly wait for its chains to mine. A process opens one for all its files. */
  readonly waiting: readonly string[]
  /** Campaigns on a simulated clock, which only compute: no speed of the machine makes them fail. */
  readonly simulated: readonly string[]
  /** Those that replace whole modules, which must not reach the next file of their process. */
  readonly mocking: readonly string[]
  /** Those that need a browser's objects: a process runs either only these or none of them. */
  readonly pages: readonly string[]
  readonly others: readonly string[]
}

/** Sorts the test files below `root` by how they can share a machine; all paths are relative to it. */
export function sortTestFiles(root: string): TestFiles {
  const files = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  const kindOf = (file: string): keyof TestFiles => {
    if (SIMULATED.test(file)) return 'simulated'
    const text = readFileSync(join(root, file), 'utf8')
    if (/\bvi\.(?:mock|doMock|resetModules)\(/.test(text)) return 'mocking'
    if (text.includes('@vitest-environment happy-dom')) return 'pages'
    return /\b(?:openTestSandbox|openTestNetwork|openSandbox|startSandbox)\b/.test(text) ? 'waiting' : 'others'
  }
  return { waiting: [], simulated: [], mocking: [], pages: [], others: [], ...Object.groupBy(files, kindOf) }
}

/** The test files that take much longer than others of their size: some compute for about a minute, some wait for many blocks. */
const hardest = [
  ...['crash', 'kill', 'ipc', 'sales', 'queue'].map((name) => `campaigns/${name}/${name}.test.ts`),
  ...['shared-sums', 'whose-refund', 'damaged-terms', 'claiming', 'set-back-clock', 'owed-refunds'].map(
    (name) => `src/main/claims/${name}.test.ts`,
  ),
]

/** Runs the longest files first, so that none runs alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const orderOf = ({ moduleId }: TestSpecification): number =>
      hardest.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'))
    const hard = sorted.filter((file) => orderOf(file) !== -1).sort((one, other) => orderOf(one) - orderOf(other))
    return [...hard, ...sorted.filter((file) => orderOf(file) === -1)]
  }
}
