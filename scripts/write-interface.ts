import { writeFileSync } from 'node:fs'
import { describeInterface, interfaceFile } from './describe-interface.ts'

writeFileSync(interfaceFile, await describeInterface())
