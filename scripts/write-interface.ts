import { writeFileSync } from 'node:fs'
import { describeInterface, interfaceFile } from './docs/describe-interface.ts'
import { runFlagless } from './run-script.ts'

const help = `npm run interface   generates docs/interface.md: every word of the service’s interface and its usage in Till`

await runFlagless(help, async () => {
  writeFileSync(interfaceFile, await describeInterface())
  return 0
})
