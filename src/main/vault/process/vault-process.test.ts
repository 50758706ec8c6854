import { spawn, type ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { toBytes } from '../secret-bytes.ts'
import { createTestVault, testPhrase, startTestProcess, strong } from '../../../testing/vault/vault.ts'
import first from '../vectors/first-vault.json' with { type: 'json' }
import type { Opening } from './vault-messages.ts'
import type { VaultProcess } from './vault-process.ts'

/** The started processes, in order. */
const begun: ChildProcess[] = []
const note = (message: unknown): void => void begun.push((message as { process: ChildProcess }).process)
beforeAll(() => subscribe('child_process', note))
afterAll(() => unsubscribe('child_process', note))
beforeEach(() => void (begun.length = 0))

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const pidOf = (child: ChildProcess | undefined): number => child?.pid ?? expect.fail('Nothing was begun')
const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10))

/** Opens a vault whose key derivation takes minutes. */
function endless(): Opening {
  const file = structuredClone(first.file) as Opening['file']
  Object.assign(file.header.kdf, { memoryKiB: 64 * 1024, passes: 100, lanes: 64 })
  return { file, password: toBytes(strong), floor: { memoryKiB: 8, passes: 1, lanes: 1 } }
}

/** Returns whether it answers within a second: on a busy machine even a process that listens answers late. */
async function hears(vault: VaultProcess): Promise<boolean> {
  const answered = vault.ask('peek', { count: 1 }).catch(() => true)
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1_000))
  return (await Promise.race([answered, late])) === true
}

it('frees its memory when it ends, even during a derivation, and answers nothing after that', async () => {
  for (const isBusy of [false, true]) {
    const vault = startTestProcess()
    await expect(vault.ask('peek', { count: 1 })).rejects.toMatchObject({ code: 'locked' })
    const answer = isBusy && expect(vault.ask('verify', endless())).rejects.toMatchObject({ code: 'locked' })
    while (isBusy && (await hears(vault)));
    await vault.end()
    await answer
    expect(isThere(pidOf(begun.at(-1)))).toBe(false)
    if (process.platform !== 'win32') expect(begun.at(-1)?.signalCode).toBe(isBusy ? 'SIGKILL' : null)
    await expect(vault.ask('peek', { count: 1 })).rejects.toMatchObject({ code: 'locked' })
  }
})

it('overwrites its input as soon as it is sent, or when the process has ended', async () => {
  const vault = startTestProcess()
  const sent = endless()
  void vault.ask('verify', sent).catch(() => undefined)
  expect(sent.password).toEqual(new Uint8Array(strong.length))
  await vault.end()
  const late = endless()
  await expect(vault.ask('verify', late)).rejects.toMatchObject({ code: 'locked' })
  expect(late.password).toEqual(new Uint8Array(strong.length))
})

it.runIf(process.platform === 'linux')('has no environment of main, and no dump after a crash', async () => {
  const vault = startTestProcess()
  await expect(vault.ask('peek', { count: 1 })).rejects.toMatchObject({ code: 'locked' })
  const pid = pidOf(begun[0])
  const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter(Boolean)
    .map((entry) => entry.split('=')[0])
  expect(names.filter((name) => name !== 'PWD').toSorted()).toEqual([
    'NODE_CHANNEL_FD',
    'NODE_CHANNEL_SERIALIZATION_MODE',
  ])
  expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m)
  await vault.end()
})

it('ends when main dies', async () => {
  const main = spawn(process.execPath, [fileURLToPath(new URL('../../../testing/vault/main.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: main.stdout }), 'line')) as [string]
  const pid = Number(line)
  expect(isThere(pid)).toBe(true)
  const died = once(main, 'exit')
  main.kill('SIGKILL')
  await died
  while (isThere(pid)) await tick()
})

it('leaves a locked vault when it dies, which opens again', async () => {
  const home = createTestVault()
  const vault = home.open()
  await vault.restore({ words: testPhrase, passphrase: '' }, strong)
  expect(vault.isLocked()).toBe(false)
  begun.at(-1)?.kill('SIGKILL')
  while (!vault.isLocked()) await tick()
  expect(home.locks).toBe(1)
  await vault.lock()
  expect(home.locks).toBe(1)
  await expect(vault.add(1)).rejects.toMatchObject({ code: 'locked' })
  await vault.unlock(strong)
  expect(vault.isLocked()).toBe(false)
  await home.close()
})

it('takes the next password if it was made ready, and is replaced if it died meanwhile', async () => {
  const home = createTestVault()
  const vault = home.open()
  await vault.restore({ words: testPhrase, passphrase: '' }, strong)
  await vault.lock()
  begun.length = 0
  vault.prepareForPassword()
  vault.prepareForPassword()
  await vault.unlock(strong)
  expect(begun).toHaveLength(1)
  await vault.lock()
  vault.prepareForPassword()
  const ready = begun.at(-1)
  const died = once(ready ?? expect.fail(), 'exit')
  ready?.kill('SIGKILL')
  await died
  await vault.unlock(strong)
  expect(begun).toHaveLength(3)
  await home.close()
})

it('ends with each task that takes a password or shows a secret, whether it succeeded or not', async () => {
  const home = createTestVault()
  const vault = home.open()
  await vault.restore({ words: testPhrase, passphrase: '' }, strong)
  const session = begun.at(-1)
  await vault.verify(strong)
  await expect(vault.verify('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
  await vault.reveal(strong)
  await vault.openText(await vault.sealText('private', strong), strong)
  expect(begun.length).toBeGreaterThanOrEqual(5)
  expect(begun.filter((child) => isThere(pidOf(child)))).toEqual([session])
  await home.close()
})

it('with a new phrase ends once another is drawn, its time is over, or the wallet is restored, and may die before', async () => {
  const home = createTestVault()
  const vault = home.open()
  const drawn = async (): Promise<ChildProcess | undefined> => {
    await vault.draft(12)
    return begun.at(-1)
  }
  const [first, second] = [await drawn(), await drawn()]
  expect([first, second].map((child) => isThere(pidOf(child)))).toEqual([false, true])
  home.clock.now += 15 * 60_000 + 1
  await expect(vault.create(strong, [], '')).rejects.toMatchObject({ details: { reason: 'expired' } })
  expect(isThere(pidOf(second))).toBe(false)
  const dead = await drawn()
  const died = once(dead ?? expect.fail(), 'exit')
  dead?.kill('SIGKILL')
  await died
  await expect(vault.create(strong, [], '')).rejects.toMatchObject({ details: { reason: 'expired' } })
  const third = await drawn()
  await vault.restore({ words: testPhrase, passphrase: '' }, strong)
  expect(isThere(pidOf(third))).toBe(false)
  await home.close()
})

it('is ended by a lock during an unlock, and the vault stays locked', async () => {
  const home = createTestVault()
  const vault = home.open()
  await vault.restore({ words: testPhrase, passphrase: '' }, strong)
  await vault.lock()
  const unlocking = vault.unlock(strong)
  while (begun.length < 2) await tick()
  await vault.lock()
  await expect(unlocking).rejects.toMatchObject({ code: 'locked' })
  expect(vault.isLocked()).toBe(true)
  await vault.unlock(strong)
  await home.close()
})
