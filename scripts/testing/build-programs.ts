import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { isAlive } from './is-alive.ts'
import { BUILT_AHEAD, programs } from './program-of.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Bundles the programs that tests start into a folder of this run, unless the process that started it did; returns a function that
 * removes it. Bundling takes seconds once; starting from hundreds of sources would take a second each time.
 */
export default async function buildPrograms(): Promise<() => void> {
  if (process.env[BUILT_AHEAD] !== undefined) return () => undefined
  removeLeftovers()
  const folder = join(root, `out/run-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  // As deep as the sandbox's source folders, since it finds the contracts by a relative path.
  const programFolder = join(folder, 'programs')
  const input = Object.entries(programs).map(([name, source]) => [`${name}.js`, join(root, source)])
  const { NODE_ENV } = process.env
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: programFolder,
      copyPublicDir: false,
      rollupOptions: {
        // The sandbox starts the guardian by this file name.
        input: { ...Object.fromEntries(input), 'guardian.ts': join(root, 'src/sandbox/chains/guardian.ts') },
        output: { format: 'es', entryFileNames: '[name]', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
  // Vite sets it to production, and a test run started from here would test without development's checks.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  process.env[BUILT_AHEAD] = programFolder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Removes the folders of killed runs. */
function removeLeftovers(): void {
  for (const folder of globSync('out/run-*', { cwd: root })) {
    const pid = Number(folder.split('-').at(-1))
    if (!isAlive(pid)) rmSync(join(root, folder), { recursive: true, force: true })
  }
}
