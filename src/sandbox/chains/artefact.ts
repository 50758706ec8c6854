import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeDeployData, type Abi, type Hex } from 'viem'
import { z } from 'zod'

const folder = join(import.meta.dirname, '../../../resources/contracts')
const artefactSchema = z.object({
  abi: z.custom<Abi>((value) => Array.isArray(value)),
  bytecode: z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)),
})

/** Returns the data of the transaction that creates a contract of `resources/contracts`. */
export function deployData(contract: string, args: readonly unknown[] = []): Hex {
  const { abi, bytecode } = artefactSchema.parse(JSON.parse(readFileSync(join(folder, `${contract}.json`), 'utf8')))
  return encodeDeployData({ abi, bytecode, args })
}
