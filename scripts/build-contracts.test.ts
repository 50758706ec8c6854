import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileContracts } from './build-contracts.ts'

it('the committed artefacts match their compiled sources', async () => {
  const folder = join(import.meta.dirname, '../resources/contracts')
  const compiled = await compileContracts()
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort(),
  ).toEqual([...compiled.keys()].sort())
  for (const [name, text] of compiled) expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
})
