import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMachines, type TestMachines } from '../../testing/backup/backup.ts'
import { AppError } from '../../shared/errors.ts'
import { makeBackup } from './make-backup.ts'
import { createRestoring, type ChosenBackup, type Restoring } from './restoring.ts'

let machines: TestMachines
beforeEach(async () => {
  machines = await createMachines()
})
afterEach(() => machines.close())

/** Opens a restore into the new machine's folder; neither a password is tried nor Till restarted. */
function open(refuse: (backup: ChosenBackup | null) => void): Restoring {
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
  })
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
