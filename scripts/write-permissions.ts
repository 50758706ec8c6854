import { writeFileSync } from 'node:fs'
import { describePermissions, permissionsFile } from './docs/describe-permissions.ts'
import { runFlagless } from './run-script.ts'

const help = `npm run permissions   generates docs/permissions.md: the permissions in shop mode, from the contract`

await runFlagless(help, async () => {
  writeFileSync(permissionsFile, await describePermissions())
  return 0
})
