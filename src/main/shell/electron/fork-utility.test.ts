import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { startVaultProcess } from '../../vault/process/vault-process.ts'

/** Replaces the `electron` module: a plain Node process, with the port that Electron gives its utility processes. */
const recorded = vi.hoisted(() => ({ forked: [] as unknown[][], child: null as ChildProcess | null }))

const port = `process.parentPort = {
  on: (name, listener) => process.on(name, (data) => listener({ data })),
  postMessage: (message) => process.send(message),
}`

vi.mock('electron', () => ({
  utilityProcess: {
    fork(...input: [string, string[], object]) {
      recorded.forked.push(input)
      const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(port)}`]
      const child = fork(input[0], { execArgv, env: {}, serialization: 'advanced' })
      recorded.child = child
      return Object.assign(child, { postMessage: (message: object) => child.send(message) })
    },
  },
}))

const { forkUtility } = await import('./fork-utility.ts')

it('starts the vault’s worker as a utility process without an environment, exchanges messages and ends it', async () => {
  const file = new URL('../../vault/process/vault-worker.ts', import.meta.url)
  const vault = startVaultProcess(forkUtility(file, 'Till vault'))
  expect(recorded.forked).toEqual([
    [
      fileURLToPath(file),
      [],
      { serviceName: 'Till vault', env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit'] },
    ],
  ])
  const { words, ask } = await vault.ask('draft', { count: 12 })
  expect([Buffer.from(words).toString().split(' ').length, ask.length]).toEqual([12, 3])
  await expect(vault.ask('peek', { count: 1 })).rejects.toMatchObject({ code: 'locked' })
  const exited = once(recorded.child ?? expect.fail(), 'exit')
  await vault.end()
  await exited
})
