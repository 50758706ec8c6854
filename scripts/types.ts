import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runFlagless } from './run-script.ts'
import { typeChecks } from './testing/type-checks.ts'

const help = 'npm run types   checks the types of main, scripts and tests, then of the page; goes on after errors'

await runFlagless(help, () => {
  const statuses = Object.values(typeChecks).map(
    (check) => spawnSync(process.execPath, check, { cwd: join(import.meta.dirname, '..'), stdio: 'inherit' }).status,
  )
  return statuses.every((status) => status === 0) ? 0 : 1
})
