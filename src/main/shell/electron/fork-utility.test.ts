import { fileURLToPath } from 'node:url'
import { once } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { endElectron, startElectron } from '../../../testing/electron/module.ts'
import { startVaultProcess } from '../../vault/process/vault-process.ts'

vi.mock('electron', async () => (await import('../../../testing/electron/module.ts')).electron)

const { forkUtility } = await import('./fork-utility.ts')

afterEach(endElectron)

const file = new URL('../../vault/process/vault-worker.ts', import.meta.url)

it('starts the vault’s worker without Till’s environment, exchanges messages and ends it', async () => {
  const machine = startElectron()
  machine.becomeReady()
  vi.stubEnv('TILL_CANARY', 'secret')
  const vault = startVaultProcess(forkUtility(file, 'Till vault'))
  const [child] = machine.children
  expect(child?.modulePath).toBe(fileURLToPath(file))
  expect(child?.env).toEqual({ NODE_ENV: 'production' })
  const { words, ask } = await vault.ask('draft', { count: 12 })
  expect([Buffer.from(words).toString().split(' ').length, ask.length]).toEqual([12, 3])
  await expect(vault.ask('peek', { count: 1 })).rejects.toMatchObject({ code: 'locked' })
  const exited = once(child ?? expect.fail('No process'), 'exit')
  await vault.end()
  await exited
})

it('gives a process on Windows the one variable it needs', () => {
  const machine = startElectron({ platform: 'win32' })
  machine.becomeReady()
  vi.stubEnv('SystemRoot', 'C:\\Windows')
  const channel = forkUtility(file, 'Till vault')
  expect(machine.children[0]?.env).toEqual({ NODE_ENV: 'production', SystemRoot: 'C:\\Windows' })
  channel.kill()
})

it('takes an error of a process for its end, and Till goes on', async () => {
  const machine = startElectron()
  machine.becomeReady()
  const channel = forkUtility(file, 'Till vault')
  const ended = new Promise<void>((resolve) => channel.onExit(() => resolve()))
  machine.children[0]?.emit('error', 'FatalError', 'here', 'report')
  channel.kill()
  await ended
})
