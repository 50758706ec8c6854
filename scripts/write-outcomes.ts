import { writeFileSync } from 'node:fs'
import { describeOutcomes, outcomesFile } from './describe-outcomes.ts'

writeFileSync(outcomesFile, await describeOutcomes())
