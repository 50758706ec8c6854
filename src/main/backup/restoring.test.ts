import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMachines, least, password, type TestMachines } from '../../testing/backup/backup.ts'
import { vaultInProcess } from '../../testing/vault/in-process.ts'
import { AppError } from '../../shared/errors.ts'
import type { Reply } from '../../shared/contract.ts'
import { applyRestore } from './apply-restore.ts'
import { makeBackup } from './make-backup.ts'
import { createRestoring, type ChosenBackup, type Restoring, type RestoringOptions } from './restoring.ts'

let machines: TestMachines
beforeEach(async () => {
  machines = await createMachines()
})
afterEach(() => machines.close())

/** Opens a restore into the new machine's folder; neither a password is tried nor Till restarted. */
function open(refuse: (backup: ChosenBackup | null) => void, more: Partial<RestoringOptions> = {}): Restoring {
  return createRestoring({
    dataDir: machines.fresh,
    dialogs: null,
    now: () => 2,
    opening: {
      throttle: {},
      cost: {},
      startProcess: () => Promise.reject(new Error('The password was tried')),
    } as never,
    refuse,
    partsOf: () => 'wallet',
    restart: () => Promise.reject(new Error('Till was restarted')),
    ...more,
  })
}
const opening = {
  throttle: { around: <T>(work: () => Promise<T>) => work(), reset: () => undefined },
  startProcess: () => vaultInProcess(),
  cost: least,
}
const make = (): Promise<string> => {
  const { ledger, vault, recordsKey, stick: folder, old: dataDir } = machines
  return makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: 1, till: '1' })
}
const busy = (): AppError => new AppError('not-allowed', 'Busy', { details: { reason: 'restore-busy' } })

it('restores nothing if a payment began after the backup was opened', async () => {
  const path = await make()
  const before = readdirSync(machines.fresh)
  const asked: (ChosenBackup | null)[] = []
  let isBusy = false
  const restoring = open((backup) => {
    asked.push(backup)
    if (isBusy) throw busy()
  })
  await restoring.open(path)
  const { walletId: wallet } = machines.vault.header
  expect(asked).toMatchObject([null, { wallet, accounts: expect.any(Array) as unknown }])
  isBusy = true
  await expect(restoring.restore('any')).rejects.toMatchObject({ details: { reason: 'restore-busy' } })
  expect(asked.at(-1)).toMatchObject({ wallet })
  expect(readdirSync(machines.fresh)).toEqual(before)
})

it('keeps no backup that was refused', async () => {
  const path = await make()
  let isBusy = true
  const restoring = open((backup) => {
    if (backup !== null && isBusy) throw busy()
  })
  await expect(restoring.open(path)).rejects.toMatchObject({ details: { reason: 'restore-busy' } })
  isBusy = false
  await expect(restoring.restore('any')).rejects.toMatchObject({ code: 'not-found' })
})

it('says nothing of a file with another name, whether it is there or not', async () => {
  const restoring = open(() => undefined)
  const other = join(machines.stick, 'diary.txt')
  writeFileSync(other, 'a diary')
  for (const path of [other, `${other}-none`, 'here.tillbackup', null])
    await expect(restoring.open(path)).rejects.toMatchObject({ code: 'bad-backup', details: { reason: 'not-a-path' } })
})

it('reads only what the person chose in the system’s dialog where there is one, whatever path the page names', async () => {
  const path = await make()
  const shown: string[] = []
  const dialogs = {
    chooseFolder: () => Promise.resolve(null),
    chooseFile: async (ending: string) => (shown.push(ending), path),
  }
  const restoring = open(() => undefined, { dialogs })
  expect(await restoring.open(join(machines.stick, 'none.tillbackup'))).toMatchObject({ path })
  expect(shown).toEqual(['tillbackup'])
})

it('gives the records key to the restart, and overwrites it then', async () => {
  const given: { key: Uint8Array; text: string }[] = []
  const asked: string[] = []
  const restoring = open(() => undefined, {
    opening,
    async restart(key) {
      await Promise.resolve()
      given.push({ key, text: Buffer.from(key).toString('hex') })
      const request = async (_: boolean, name: string): Promise<Reply> => (asked.push(name), { ok: true, value: name })
      return { request }
    },
  })
  await restoring.open(await make())
  expect(await restoring.restore(password)).toBe('vault.unlock')
  expect(asked).toEqual(['vault.unlock'])
  expect(given.map(({ text }) => text)).toEqual([Buffer.from(machines.recordsKey).toString('hex')])
  expect(given[0]?.key).toEqual(new Uint8Array(32))
})

it('two restores at the same time do not mix their files', async () => {
  let at = 2
  const inFolder: string[][] = []
  const restoring = open(() => undefined, {
    opening,
    now: () => at++,
    async restart() {
      inFolder.push(readdirSync(machines.fresh))
      applyRestore(machines.fresh)
      return { request: async () => ({ ok: true, value: null }) }
    },
  })
  await restoring.open(await make())
  await Promise.all([restoring.restore(password), restoring.restore(password)])
  expect(inFolder.map((names) => names.filter((name) => /^(?:restored-|incoming)/.test(name)))).toEqual([
    ['restored-2'],
    ['restored-3'],
  ])
})
