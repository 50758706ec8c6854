import { globSync, mkdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

const MEMORY_FOLDER = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/** The environment of a test run, and what removes its files. */
export interface TestEnvironment {
  readonly variables: NodeJS.ProcessEnv
  remove(): void
}

/**
 * Returns the environment that makes the runners' processes fast: compiled code is shared, and temporary files are in memory where
 * the machine has 4 GiB for them, since every commit to a file of SQLite would wait for the disk.
 */
export function openTestEnvironment(root: string): TestEnvironment {
  const compiled = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }
  if (freeBytes(MEMORY_FOLDER) < ROOM_BYTES) return { variables: compiled, remove: () => undefined }
  removeLeftovers()
  const temporary = join(MEMORY_FOLDER, `till-test-${process.pid}`)
  mkdirSync(temporary)
  return {
    variables: { ...compiled, TMPDIR: temporary },
    remove: () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Removes the folders of killed runs, which would keep their memory. */
function removeLeftovers(): void {
  for (const folder of globSync('till-test-*', { cwd: MEMORY_FOLDER })) {
    if (isAlive(Number(folder.split('-').at(-1)))) continue
    rmSync(join(MEMORY_FOLDER, folder), { recursive: true, force: true })
  }
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
