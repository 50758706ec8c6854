import { writeFileSync } from 'node:fs'
import { SandboxFailure } from './failure.ts'
import { readFlags, usage, type Flags } from './flags.ts'
import { describeInterface } from './service/dialect/describe-interface.ts'
import { startSandbox, type Sandbox } from './start-sandbox.ts'

function announce(sandbox: Sandbox, flags: Flags): string {
  const { service, stop: _, ...description } = sandbox
  if (flags.json) return JSON.stringify({ ready: true, ...description })
  return [
    'The sandbox is open: a spending service with its own chains, for play money only.',
    '',
    `  service    ${sandbox.baseUrl}`,
    `  OpenAPI    ${sandbox.openApiUrl}`,
    `  control    ${sandbox.controlUrl}`,
    `  faucet     ${sandbox.profile.faucetUrl}`,
    `  token      ${sandbox.profile.token}`,
    ...service.chains.map(
      ({ network, rpcUrl }) => `  ${network.name.padEnd(10)} ${rpcUrl}  (chain ${network.chainId}, ${network.payment})`,
    ),
    '',
    `To use it from Till:  npm start -- --profile ${quoted(sandbox.profileFile)}`,
    `${service.catalog.size()} products are on sale. Ctrl+C closes it.`,
  ].join('\n')
}

/** Quotes a path for a shell where needed. */
function quoted(path: string): string {
  return /^[\w./\\:-]+$/.test(path) ? path : `"${path}"`
}

async function main(): Promise<void> {
  const flags = readFlags(process.argv.slice(2))
  if (flags.help) return void process.stdout.write(usage)
  if (flags.openapi) {
    writeFileSync(process.stdout.fd, `${JSON.stringify(describeInterface('http://127.0.0.1'), null, 2)}\n`)
    return
  }
  const ending = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    if (flags.untilStdinCloses)
      process.stdin
        .resume()
        .on('end', resolve)
        .on('close', resolve)
        .on('error', () => resolve())
  })
  const sandbox = await startSandbox(flags)
  // The reader of the ready line may be gone; that must not fail the sandbox.
  process.stdout.on('error', () => undefined)
  process.stdout.write(`${announce(sandbox, flags)}\n`)
  await ending
  await sandbox.stop()
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const text = error instanceof SandboxFailure ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${text}\n`)
    process.exit(1)
  },
)
