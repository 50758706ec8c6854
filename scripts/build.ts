import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { binOf } from './program-bin.ts'
import { runScript } from './run-script.ts'
import { readUpdateFeed } from './supply/read-update-feed.ts'

const help = `npm run build                   builds main, preload and page into out/
npm run build -- --sourcemap    writes source maps too; electron-vite's other flags work too`

await runScript(help, (args) => {
  // electron-vite would print a stack with the sentence.
  readUpdateFeed(process.env)
  const { status } = spawnSync(process.execPath, [binOf('electron-vite', 'electron-vite'), 'build', ...args], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  return Promise.resolve(status ?? 1)
})
