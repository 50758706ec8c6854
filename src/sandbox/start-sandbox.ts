import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve, type ServerType } from '@hono/node-server'
import { buildVariants, createCatalog } from './catalog/catalog.ts'
import { loadCountries } from './catalog/countries.ts'
import { reapAnvil } from './chains/anvil.ts'
import { startChain, type Chain, type ChainOptions } from './chains/chain.ts'
import { findAnvil } from './chains/find-anvil.ts'
import { liveNetworks } from './chains/networks.ts'
import { startGuardian } from './chains/start-guardian.ts'
import { createClock, type Clock } from './clock.ts'
import { SandboxFailure } from './failure.ts'
import { becomesFree, freePort } from './free-port.ts'
import { openHome, writeConfig, type Home } from './home.ts'
import { describeSandbox, type SandboxDescription } from './profile.ts'
import { createControlApp } from './control/control-app.ts'
import { createFaultList } from './control/fault-list.ts'
import { injectFaults } from './control/inject-faults.ts'
import { createRequestLog } from './control/request-log.ts'
import { createApp } from './service/app.ts'
import type { Service } from './service/context.ts'
import { openLedger } from './service/spend/ledger.ts'
import { createLimits } from './service/limits.ts'
import { giveDueOutcomes } from './service/spend/give-outcomes.ts'
import { defaultSettings } from './service/settings.ts'

export interface SandboxOptions {
  readonly dir?: string | null
  readonly port?: number | null
  /** The time between two blocks; a second by default. */
  readonly blockSeconds?: number | null
  readonly clock?: Clock
  /** Waits for this many milliseconds between two rounds of giving outcomes; real time by default. */
  readonly sleep?: (milliseconds: number) => Promise<void>
}

export interface Sandbox extends SandboxDescription {
  /** The path of the profile in the sandbox's folder. */
  readonly profileFile: string
  readonly service: Service
  /** Stops the service and its chains, and removes a temporary folder. */
  stop(): Promise<void>
}

/** Starts a whole sandbox in this process: service, ledger and chains. Throws SandboxFailure with the reason if it cannot start. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const binary = findAnvil()
  const home = await openHome(options.dir ?? null, options.port ?? null)
  const guardian = startGuardian()
  if (home.temporary) guardian.removeAtEnd(home.folder)
  const closers: (() => void | Promise<void>)[] = []
  const stop = async () => {
    for (const close of closers.reverse()) await close()
    await guardian.close()
    if (home.temporary) rmSync(home.folder, { recursive: true, force: true, maxRetries: 5 })
    else rmSync(join(home.folder, 'sandbox.pid'), { force: true })
  }
  try {
    const clock = options.clock ?? createClock()
    const chains = await startChains(home, { binary, guardian, blockSeconds: options.blockSeconds ?? 1 })
    closers.push(() => Promise.all(chains.map((chain) => chain.stop())).then(() => undefined))
    const ledger = openLedger(join(home.folder, 'ledger.db'))
    closers.push(() => ledger.close())
    const countries = loadCountries()
    const service: Service = {
      clock,
      baseUrl: `http://127.0.0.1:${home.config.port}`,
      countries,
      catalog: createCatalog(buildVariants(countries)),
      chains,
      ledger,
      limits: createLimits(clock),
      bearerTokens: home.config.bearerTokens,
      guardianPid: guardian.pid,
      settings: structuredClone(defaultSettings),
      quoteOverrides: [],
    }
    closers.push(startSettling(service, options.sleep))
    const server = await listen(service, home.config.port)
    closers.push(() => closeServer(server))
    const description = describeSandbox(service)
    const profileFile = join(home.folder, 'profile.json')
    writeFileSync(profileFile, JSON.stringify(description.profile, null, 2), { mode: 0o600 })
    return { ...description, profileFile, service, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startChains(
  home: Home,
  options: Pick<ChainOptions, 'binary' | 'guardian' | 'blockSeconds'>,
): Promise<Chain[]> {
  const entries = await Promise.all(
    liveNetworks.map(async ({ key }) => {
      const known = home.config.chains[key]
      if (!known) throw new SandboxFailure(`${home.folder} was made by another version. Remove it to start over.`)
      reapAnvil(join(home.folder, key))
      const port = known.port > 0 && (await becomesFree(known.port, 3000)) ? known.port : await freePort()
      return [key, { ...known, port }] as const
    }),
  )
  writeConfig(home.folder, { ...home.config, chains: Object.fromEntries(entries) })
  const { mnemonic } = home.config
  const started = await Promise.allSettled(
    liveNetworks.map((network, index) => {
      const folder = join(home.folder, network.key)
      const entry = entries[index]?.[1] ?? { port: 0, genesisTime: 0 }
      return startChain(network, index, { ...options, mnemonic, folder, ...entry })
    }),
  )
  const failed = started.find((result) => result.status === 'rejected')
  const chains = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (!failed) return chains
  await Promise.all(chains.map((chain) => chain.stop()))
  throw failed.reason
}

function startSettling(service: Service, sleep?: SandboxOptions['sleep']): () => Promise<void> {
  let ended = false
  let wake: (() => void) | undefined
  const running = (async () => {
    while (!ended) {
      await giveDueOutcomes(service)
      await new Promise<void>((resolve) => {
        wake = resolve
        if (sleep) void sleep(200).then(resolve)
        else setTimeout(resolve, 200)
      })
    }
  })()
  return async () => {
    ended = true
    wake?.()
    await running
  }
}

function listen(service: Service, port: number): Promise<ServerType> {
  const faults = createFaultList()
  const log = createRequestLog(service.clock)
  const control = createControlApp(service, faults, log)
  const app = createApp(service, { log: log.middleware, faults: injectFaults(faults), control })
  return new Promise((resolve, reject) => {
    // 0 keeps connections open: with a timeout, one could be closed just as the next request arrives.
    const serverOptions = { keepAliveTimeout: 0 }
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port, serverOptions }, () => resolve(server))
    server.on('error', () => reject(new SandboxFailure(`Port ${port} is already in use. Choose another one.`)))
  })
}

function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}
