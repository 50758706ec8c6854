import { writeFileSync } from 'node:fs'
import { describeOutcomes, outcomesFile } from './docs/describe-outcomes.ts'
import { outcomeRows } from './docs/outcomes/rows.ts'
import { runFlagless } from './run-script.ts'

const help = `npm run outcomes   generates docs/outcomes.md: what Till says of a purchase in every state`

await runFlagless(help, async () => {
  writeFileSync(outcomesFile, await describeOutcomes(outcomeRows()))
  return 0
})
