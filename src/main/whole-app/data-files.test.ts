import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setUpTills, start, value } from '../../testing/app/app.ts'
import { withBackup } from '../../testing/app/backups.ts'
import { lockFolder } from '../files/lock-folder.ts'

setUpTills()

const root = join(import.meta.dirname, '../../..')
/** The names in the table of files, as patterns. */
const documented = [...readFileSync(join(root, 'docs/backup.md'), 'utf8').matchAll(/^\| (`[^|]+) \|/gm)]
  .flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)])
  .map(([, name = '']) => new RegExp(`^${name.replace(/\/$/, '').replaceAll('.', '\\.').replace('…', '\\d+')}$`))
const isDocumented = (name: string): boolean =>
  documented.some((form) => form.test(name.replace(/(?<=\.db.*)-(?:wal|shm)$|(?<=\.lock)-journal$/, '')))

it('finds names in the documented table', () => {
  expect(['vault.json', 'till.lock-journal', 'set-aside-1792', 'ledger.db-wal'].every(isDocumented)).toBe(true)
  expect(['vault.json.old', 'ledger.db-journal', 'set-aside-', 'keys'].some(isDocumented)).toBe(false)
})

it('every file and folder that a used Till leaves in its folder is documented', { timeout: 60_000 }, async () => {
  const { till } = await withBackup()
  await value(till.ask('ledgerCopies.make'))
  await till.close()
  writeFileSync(join(till.dataDir, 'ledger.db'), 'no ledger at all '.repeat(100))
  const rescued = await start('old')
  await value(rescued.ask('ledger.restore'))
  await rescued.close()
  writeFileSync(join(till.dataDir, 'vault.json'), 'damaged')
  const open = await start('old')
  await value(open.ask('vault.usePrevious'))
  const locks = ['till.lock', 'start.lock'].map((name) => lockFolder(till.dataDir, name))
  const names = readdirSync(till.dataDir)
  for (const lock of locks) lock.release()
  expect(names.filter((name) => !isDocumented(name))).toEqual([])
  for (const form of ['vault.json.previous', /^set-aside-/, /^ledger\.db\.damaged-\d+$/, 'till.lock-journal'])
    expect(names.some((name) => (typeof form === 'string' ? name === form : form.test(name)))).toBe(true)
})

it('every name that the code joins to the data folder is documented', () => {
  const sources = globSync(['src/main/**/*.ts', 'scripts/*.ts'], { cwd: root }).filter(
    (file) => !/\.test\.ts$/.test(file),
  )
  const names = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/join\((?:\w+\.)?dataDir, '([^']+)'/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(names.length).toBeGreaterThan(10)
  const passing = ['incoming', 'ledger-to-back-up.db']
  expect([...new Set(names)].filter((name) => !isDocumented(name) && !passing.includes(name))).toEqual([])
})
