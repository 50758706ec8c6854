import { fork } from 'node:child_process'
import { assertDeclared, DeclaredEmitter } from './declarations.ts'
import { assertReady, type World } from './world.ts'

interface ForkOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly execArgv?: readonly string[]
  readonly serviceName?: string
  readonly stdio?: readonly string[] | string
}

/** Gives a plain Node process the port that Electron gives its utility processes. */
const port = `process.parentPort = {
  on: (name, listener) => process.on(name, (data) => listener({ data, ports: [] })),
  postMessage: (message) => process.send(message),
}`

/** Creates Electron's `utilityProcess` over Node's child processes (docs/api/utility-process.md). */
export function createUtilityProcess(world: World, children: UtilityProcess[]) {
  return {
    fork(modulePath: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess {
      assertReady(world, 'utilityProcess.fork', 'docs/api/utility-process.md')
      assertDeclared('ForkOptions', options)
      assertStdio(options.stdio)
      const child = new UtilityProcess(modulePath, args, options)
      children.push(child)
      return child
    },
  }
}

/** Electron gives a utility process no input, and knows three kinds of output (lib/browser/api/utility-process.ts). */
function assertStdio(stdio: ForkOptions['stdio'] = 'inherit'): void {
  const [input = '', ...outputs] = typeof stdio === 'string' ? ['ignore', stdio, stdio] : stdio
  if (outputs.length < 2) throw new Error('configuration missing for stdin, stdout or stderr.')
  if (input !== 'ignore') throw new Error('stdin value other than ignore is not supported.')
  if (outputs.slice(0, 2).some((output) => !['inherit', 'pipe', 'ignore'].includes(output)))
    throw new Error('stdio must be of the following values: inherit, pipe, ignore')
}

export class UtilityProcess extends DeclaredEmitter {
  readonly #child: ReturnType<typeof fork>
  readonly modulePath: string
  /** The environment that the process got. */
  readonly env: NodeJS.ProcessEnv

  constructor(modulePath: string, args: readonly string[], { env = {}, execArgv = [] }: ForkOptions) {
    super('UtilityProcess')
    this.modulePath = modulePath
    // An empty environment counts as none, and the parent's is inherited (shell/browser/api/electron_api_utility_process.cc).
    this.env = Object.keys(env).length === 0 ? process.env : env
    this.#child = fork(modulePath, [...args], {
      env: this.env,
      execArgv: [...execArgv, '--import', `data:text/javascript,${encodeURIComponent(port)}`],
      serialization: 'advanced',
    })
    this.#child.on('spawn', () => this.emit('spawn'))
    this.#child.on('message', (message) => this.emit('message', message))
    // A listener's absence makes it an uncaught exception, as for every emitter of Node.
    this.#child.on('error', (error) => this.emit('error', 'FatalError', '', error.message))
    // One that was ended with `kill` ended well (shell/browser/api/electron_api_utility_process.cc).
    this.#child.on('exit', (code) => this.emit('exit', code ?? (this.#child.killed ? 0 : 1)))
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  postMessage(message: object): void {
    this.#child.send(message)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}
