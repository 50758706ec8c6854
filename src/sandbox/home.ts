import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { english, generateMnemonic } from 'viem/accounts'
import { z } from 'zod'
import { livingProcess, writePid } from './chains/pid-file.ts'
import { liveNetworks } from './chains/networks.ts'
import { SandboxFailure } from './failure.ts'
import { becomesFree, freePort } from './free-port.ts'

const homeSchema = z.object({
  mnemonic: z.string(),
  bearerTokens: z.array(z.string()).min(1),
  port: z.int(),
  chains: z.record(z.string(), z.object({ port: z.int(), genesisTime: z.int() })),
})

export type HomeConfig = z.output<typeof homeSchema>

/** The folder of a sandbox, and the configuration that makes it the same one after a restart. */
export interface Home {
  readonly folder: string
  readonly temporary: boolean
  readonly config: HomeConfig
}

const pidFile = (folder: string) => join(folder, 'sandbox.pid')

/** Opens the folder, or a temporary one; throws SandboxFailure where another sandbox uses it or the port is taken. */
export async function openHome(dir: string | null, port: number | null): Promise<Home> {
  const folder = dir === null ? mkdtempSync(join(tmpdir(), 'till-sandbox-')) : resolve(dir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    return { folder, temporary: dir === null, config: await openConfig(folder, port) }
  } catch (error) {
    if (dir === null) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function openConfig(folder: string, port: number | null): Promise<HomeConfig> {
  await untilAlone(folder)
  writePid(pidFile(folder), process.pid)
  const file = join(folder, 'sandbox.json')
  const earlier = existsSync(file) ? readConfig(file) : null
  const config: HomeConfig = {
    mnemonic: earlier?.mnemonic ?? generateMnemonic(english),
    bearerTokens: earlier?.bearerTokens ?? [newToken(), newToken()],
    port: port ?? earlier?.port ?? (await freePort()),
    chains: earlier?.chains ?? newChains(),
  }
  if (!(await becomesFree(config.port, 1500))) {
    const remedy = port === null ? 'End what uses it, or choose another with --port.' : 'Choose another one.'
    throw new SandboxFailure(`Port ${config.port} is already in use. ${remedy}`)
  }
  writeConfig(folder, config)
  return config
}

/** Saves the configuration that makes this sandbox the same one after a restart, including the ports of its chains. */
export function writeConfig(folder: string, config: HomeConfig): void {
  const file = join(folder, 'sandbox.json')
  writeFileSync(`${file}.new`, JSON.stringify(config, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function newToken(): string {
  return `sandbox_${randomBytes(16).toString('hex')}`
}

// Random genesis times in the past year: two chains with the same one would share their genesis hash.
function newChains(): HomeConfig['chains'] {
  const now = Math.floor(Date.now() / 1000)
  return Object.fromEntries(
    liveNetworks.map(({ key }) => [
      key,
      { port: 0, genesisTime: now - 86_400 - (randomBytes(4).readUInt32BE(0) % 31_000_000) },
    ]),
  )
}

function readConfig(file: string): HomeConfig {
  try {
    return homeSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new SandboxFailure(`${file} is damaged. Remove that sandbox folder to start over.`)
  }
}

const patience = 3000

// Gives an earlier sandbox a moment to end.
async function untilAlone(folder: string): Promise<void> {
  const until = Date.now() + patience
  while (livingProcess(pidFile(folder), 'sandbox') !== null) {
    if (Date.now() > until) throw new SandboxFailure(`Another sandbox is running on ${folder}.`)
    await new Promise((wake) => setTimeout(wake, 100))
  }
}
