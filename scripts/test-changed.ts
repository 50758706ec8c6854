import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chooseTests } from './testing/changed/choose-tests.ts'
import { distancesFrom, readImporters } from './testing/changed/import-graph.ts'
import { binOf } from './program-bin.ts'
import { runScript } from './run-script.ts'
import { sortTestFiles } from './testing/test-files.ts'
import { typeChecks } from './testing/type-checks.ts'

const root = join(import.meta.dirname, '..')

const help = `npm run test:changed            checks the uncommitted files, or those of the last commit if there are none
npm run test:changed -- main    checks what changed since the branch left main

Runs format, lint and types, and as many of the nearest unit tests as should fit into two minutes. npm test runs everything.`

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
}

/** Lists the changed files, deleted ones included, since `base`. */
function listChanged(base: string | undefined): string[] {
  if (base !== undefined) return changedSince(git('merge-base', base, 'HEAD')[0] ?? base)
  const uncommitted = changedSince('HEAD')
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1', 'HEAD')
}

function changedSince(commit: string): string[] {
  return [...new Set([...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')])]
}

/** Runs one of the project's own dependencies; prints its output once it ended, so that none mix. */
async function run(name: string, bin: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [bin, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => output.push(part))
  const [status] = (await once(child, 'close')) as [number | null]
  process.stdout.write(`\n== ${name}: ${status === 0 ? 'passed' : 'failed'}\n${Buffer.concat(output).toString()}`)
  return status === 0
}

function typesOf(project: 'node' | 'web'): Promise<boolean> {
  const cache = `node_modules/.cache/types-${project}.tsbuildinfo`
  const [bin, ...args] = typeChecks[project]
  return run(`types (${project})`, bin, [...args, '--incremental', '--tsBuildInfoFile', cache])
}

await runScript(help, async ([base, ...others]) => {
  if (others.length > 0 || base?.startsWith('-')) throw new Error(help)
  const changed = listChanged(base)
  const existing = changed.filter((file) => existsSync(join(root, file)))
  const code = existing.filter((file) => /\.(?:ts|vue|js|cjs)$/.test(file))
  const files = [...new Set([...git('ls-files'), ...changed])]
  const { files: tests, leftOut } = chooseTests(distancesFrom(readImporters(root, files), changed), sortTestFiles(root))
  console.log(`${changed.length} files changed; runs ${tests.length} test files, leaves ${leftOut} more to npm test`)
  const checks: Promise<boolean>[] = []
  if (existing.length > 0) {
    checks.push(run('format', binOf('prettier', 'prettier'), ['--check', '--ignore-unknown', ...existing]))
  }
  if (code.length > 0) {
    checks.push(
      run('promises', binOf('oxlint', 'oxlint'), ['--type-aware', '--no-error-on-unmatched-pattern', ...code]),
      run('lint', binOf('eslint', 'eslint'), ['--max-warnings', '0', '--no-warn-ignored', ...code]),
      typesOf('node'),
    )
  }
  if (code.some((file) => /^src\/(?:renderer|shared)\//.test(file))) checks.push(typesOf('web'))
  if (tests.length > 0) checks.push(run('unit tests', binOf('vitest', 'vitest'), ['run', ...tests]))
  return (await Promise.all(checks)).every(Boolean) ? 0 : 1
})
