import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Mutant } from './mutant.ts'
import type { Score } from './score.ts'

const root = join(import.meta.dirname, '../..')
const parts = ['src', 'campaigns', 'scripts', 'e2e', 'resources', 'package.json', 'vitest.config.ts']
const configs = ['tsconfig.json', 'tsconfig.base.json', 'tsconfig.node.json', 'tsconfig.web.json']

/** Applies hand-written faults to a copy of the project, one after the other. The tests must catch each. */
export async function runHand(mutants: readonly Mutant[]): Promise<Score> {
  const copy = copyProject()
  let caught = 0
  try {
    for (const mutant of mutants) {
      const isCaught = await catches(copy, mutant)
      console.log(`${isCaught ? 'caught' : 'MISSED'}: ${mutant.name}`)
      if (isCaught) caught++
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  return { mutants: mutants.length, caught, passed: caught === mutants.length }
}

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'till-mutants-'))
  // Leaves out what campaigns install for themselves.
  const filter = (source: string): boolean => basename(source) !== 'node_modules'
  for (const part of [...parts, ...configs]) cpSync(join(root, part), join(copy, part), { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Returns whether one of the mutant's tests fails when the copy contains it. */
async function catches(copy: string, { name, file, find, replace, tests }: Mutant): Promise<boolean> {
  const path = join(copy, file)
  const sound = readFileSync(path, 'utf8')
  if (sound.split(find).length !== 2) throw new Error(`"${name}" does not match exactly once in ${file}`)
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
