import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { runFlagless } from './run-script.ts'

interface Output {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { abi: unknown; evm: { bytecode: { object: string } } }>>
}

interface Compiler {
  compile(input: string): string
  version(): string
}

const folder = join(import.meta.dirname, '../resources/contracts')

/** Compiles every Solidity source in `resources/contracts`; returns the artefacts by file name, throws on a compiler error. */
export async function compileContracts(): Promise<Map<string, string>> {
  // solc is CommonJS without types; requiring it keeps its wasm setup out of the module graph.
  const solc = createRequire(import.meta.url)('solc') as Compiler
  const names = readdirSync(folder).filter((name) => name.endsWith('.sol'))
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(names.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'shanghai',
      // Without the metadata hash, the bytecode depends on the sources and the compiler alone.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  const problems = output.errors?.filter((error) => error.severity === 'error') ?? []
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))
  const style = { ...(await resolveConfig(join(folder, 'x.json'))), parser: 'json' }
  const artefacts = new Map<string, string>()
  for (const contracts of Object.values(output.contracts)) {
    for (const [name, { abi, evm }] of Object.entries(contracts)) {
      // Interfaces and abstract contracts cannot be deployed.
      if (evm.bytecode.object === '') continue
      const artefact = { contract: name, compiler: solc.version(), abi, bytecode: `0x${evm.bytecode.object}` }
      artefacts.set(`${name}.json`, await format(JSON.stringify(artefact), style))
    }
  }
  return artefacts
}

if (import.meta.main) {
  await runFlagless('npm run build:contracts   compiles the Solidity sources in resources/contracts', async () => {
    for (const [name, text] of await compileContracts()) {
      writeFileSync(join(folder, name), text)
      process.stdout.write(`resources/contracts/${name}\n`)
    }
    return 0
  })
}
