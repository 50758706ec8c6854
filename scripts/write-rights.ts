import { writeFileSync } from 'node:fs'
import { describeRights, rightsFile } from './describe-rights.ts'

writeFileSync(rightsFile, await describeRights())
