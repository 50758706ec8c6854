import { parseArgs } from 'node:util'
import { SandboxFailure } from './failure.ts'

export interface Flags {
  readonly dir: string | null
  readonly port: number | null
  readonly blockSeconds: number | null
  readonly json: boolean
  readonly untilStdinCloses: boolean
  readonly openapi: boolean
  readonly help: boolean
}

export const usage = `The sandbox: a complete local spending service with its own chains, for play money only.

  npm run sandbox -- [flags]

  --dir DIR               keep chains, keys, ports and books in DIR; by default everything is deleted at the end
  --port N                listen on this port of 127.0.0.1 (default: that of DIR, or a free one)
  --block-time SECONDS    mine a block this often (default: 1; 0.5 is possible)
  --json                  print one JSON line when ready instead of lines for people
  --until-stdin-closes    stop when standard input ends
  --openapi               print the interface as an OpenAPI document, and start nothing
  --help                  print this
`

/** Parses the program's flags; throws SandboxFailure for unknown ones. */
export function readFlags(args: readonly string[]): Flags {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        dir: { type: 'string' },
        port: { type: 'string' },
        'block-time': { type: 'string' },
        json: { type: 'boolean', default: false },
        'until-stdin-closes': { type: 'boolean', default: false },
        openapi: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    return {
      dir: values.dir ?? null,
      port: values.port === undefined ? null : readPort(values.port),
      blockSeconds: values['block-time'] === undefined ? null : readBlockTime(values['block-time']),
      json: values.json,
      untilStdinCloses: values['until-stdin-closes'],
      openapi: values.openapi,
      help: values.help,
    }
  } catch (error) {
    if (error instanceof SandboxFailure) throw error
    throw new SandboxFailure(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new SandboxFailure(`--port must be a number from 1 to 65535, not "${text}".`)
}

function readBlockTime(text: string): number {
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds >= 0.1 && seconds <= 60) return seconds
  throw new SandboxFailure(`--block-time must be a number of seconds from 0.1 to 60, not "${text}".`)
}
