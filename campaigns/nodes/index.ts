import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { startGuardian, type Guardian } from '../../src/sandbox/chains/start-guardian.ts'
import { readFlags } from '../arguments.ts'
import manifest from './package.json' with { type: 'json' }
import { startNode, type OtherNode } from './start-node.ts'

interface Tally {
  readonly passed: number
  readonly failed: number
}

const root = join(import.meta.dirname, '../..')
/** Ids that no known chain has. */
const chainIds: Readonly<Record<OtherNode, number>> = { hardhat: 913_370_201, ganache: 913_370_202 }
const names = ['anvil', 'hardhat', 'ganache'] as const

const values = readFlags({ only: { type: 'string' }, help: { type: 'boolean', default: false } })
const chosen = names.filter((name) => values.only === undefined || name === values.only)
if (values.help) {
  console.log(
    `npm run test:nodes [-- --only ${names.join('|')}]   runs the tests of src/main/chain on each node; a JSON line last
  (default: all three)`,
  )
} else if (chosen.length === 0) {
  console.error(`--only takes one of ${names.join(', ')}.`)
  process.exitCode = 2
} else {
  const guardian = startGuardian()
  const scratch = mkdtempSync(join(tmpdir(), 'till-nodes-'))
  guardian.removeAtEnd(scratch)
  const tallies: Tally[] = []
  for (const name of chosen) tallies.push(await testNode(name, scratch, guardian))
  await guardian.close()
  const sum = (key: keyof Tally): number => tallies.reduce((total, tally) => total + tally[key], 0)
  console.log(JSON.stringify({ nodes: tallies.length, passed: sum('passed'), failed: sum('failed') }))
  process.exitCode = sum('failed') === 0 ? 0 : 1
}

/** Runs the tests on one node. The sandbox starts Anvil itself. */
async function testNode(name: (typeof names)[number], scratch: string, guardian: Guardian): Promise<Tally> {
  console.log(`\n== ${name}`)
  const report = join(scratch, `${name}.json`)
  if (name === 'anvil') return runTests(report, {})
  try {
    installNodes()
    const [chainId, key] = [chainIds[name], generatePrivateKey()]
    const node = await startNode(name, { chainId, key, home: scratch, guardian })
    const given = JSON.stringify({ name, rpcUrl: node.rpcUrl, chainId, key })
    try {
      return await runTests(report, { TILL_TEST_NODE: given })
    } finally {
      await node.stop()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  }
}

/** Installs missing nodes into this folder, as the lockfile pins them, without running their scripts. */
function installNodes(): void {
  const isThere = Object.entries(manifest.dependencies).every(([name, version]) => {
    const file = join(import.meta.dirname, 'node_modules', name, 'package.json')
    return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === version
  })
  if (isThere) return
  console.log('Installing the nodes, once…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The nodes could not be installed')
}

/** Runs every test of `src/main/chain` that needs a network with a real node, one file after the other. */
async function runTests(report: string, environment: Readonly<Record<string, string>>): Promise<Tally> {
  const files = globSync('src/main/chain/**/*.test.ts', { cwd: root }).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('openTestNetwork('),
  )
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [vitest, 'run', '--no-file-parallelism', ...reporters, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Readonly<
    Record<'numPassedTests' | 'numFailedTests', number>
  >
  // A file that cannot be read fails without a failed test.
  return { passed, failed: status === 0 ? numFailedTests : Math.max(numFailedTests, 1) }
}
