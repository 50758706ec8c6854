import { writeFileSync } from 'node:fs'
import { describeRights, rightsFile } from './describe-rights.ts'
import { runFlagless } from './run-script.ts'

const help = `npm run rights   writes docs/rights.md again: the permissions in shop mode, from src/shared/rights.ts and the contract`

await runFlagless(help, async () => {
  writeFileSync(rightsFile, await describeRights())
  return 0
})
