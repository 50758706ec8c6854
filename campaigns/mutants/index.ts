import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFlags } from '../arguments.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../..')
const parts = ['src', 'campaigns', 'scripts', 'e2e', 'resources', 'package.json', 'vitest.config.ts']
const configs = ['tsconfig.json', 'tsconfig.base.json', 'tsconfig.node.json', 'tsconfig.web.json']

const values = readFlags({ only: { type: 'string' }, help: { type: 'boolean', default: false } })
const chosen = mutants.filter(({ name }) => values.only === undefined || name.includes(values.only))
if (values.help) {
  console.log(
    'npm run test:mutants [-- --only WORDS]   puts in one fault after the other; tests must catch each; a JSON line last',
  )
} else if (chosen.length === 0) {
  console.error(`No fault's name has "${values.only ?? ''}" in it.`)
  process.exitCode = 2
} else {
  const missed: string[] = []
  const copy = copyProject()
  try {
    for (const mutant of chosen) {
      const caught = await isCaught(copy, mutant)
      console.log(`${caught ? 'caught' : 'MISSED'}: ${mutant.name}`)
      if (!caught) missed.push(mutant.name)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  console.log(JSON.stringify({ mutants: chosen.length, caught: chosen.length - missed.length }))
  process.exitCode = missed.length === 0 ? 0 : 1
}

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'till-mutants-'))
  for (const part of [...parts, ...configs]) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Whether one of the mutant's tests fails with it in the copy. */
async function isCaught(copy: string, { name, file, find, replace, tests }: Mutant): Promise<boolean> {
  const path = join(copy, file)
  const sound = readFileSync(path, 'utf8')
  if (sound.split(find).length !== 2) throw new Error(`"${name}" has no one place in ${file}`)
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  )
  try {
    return !(await passes(copy, tests))
  } finally {
    writeFileSync(path, sound)
  }
}

async function passes(copy: string, tests: readonly string[]): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--root', copy, ...tests], {
    cwd: copy,
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
