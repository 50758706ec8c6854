import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readUpdateFeed } from '../supply/read-update-feed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const inputs = ['src/{main,preload,renderer,shared}/**/*', 'electron.vite.config.ts', 'package-lock.json']

/** Builds main, preload and renderer into `out` unless the build is newer than every source; throws where it fails. */
export function buildIfNeeded(): void {
  const built = ['main/chromium.js', 'main/index.js', 'preload/index.cjs', 'renderer/index.html'].map((file) =>
    join(root, 'out', file),
  )
  if (built.every((file) => existsSync(file))) {
    const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs))
    const sources = globSync(inputs, { cwd: root })
    if (sources.every((file) => statSync(join(root, file)).mtimeMs < oldest)) return
  }
  // The build would print a stack with the sentence.
  readUpdateFeed(process.env)
  console.log('Building Till…')
  const vite = join(
    dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')),
    'bin/electron-vite.js',
  )
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`The build failed:\n${result.stdout}${result.stderr}`)
}
