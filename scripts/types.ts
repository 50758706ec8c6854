import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { binOf } from './program-bin.ts'
import { runFlagless } from './run-script.ts'

const help = 'npm run types   checks the types of main, scripts and tests, then of the page; goes on after errors'

await runFlagless(help, () => {
  const statuses = ['node', 'web'].map((project) => {
    const args = [binOf('vue-tsc', 'vue-tsc'), '--noEmit', '-p', `tsconfig.${project}.json`]
    return spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' }).status
  })
  return statuses.every((status) => status === 0) ? 0 : 1
})
