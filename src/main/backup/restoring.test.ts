import { readdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMachines, type TestMachines } from '../../testing/backup/backup.ts'
import { AppError } from '../../shared/errors.ts'
import { makeBackup } from './make-backup.ts'
import { createRestoring, type ChosenBackup } from './restoring.ts'

let machines: TestMachines
beforeEach(async () => {
  machines = await createMachines()
})
afterEach(() => machines.close())

it('restores nothing if a payment began after the backup was opened', async () => {
  const { ledger, vault, recordsKey, stick: folder, old: dataDir, fresh } = machines
  const path = await makeBackup({ ledger, vault, recordsKey, folder, dataDir, at: 1, till: '1' })
  const before = readdirSync(fresh)
  const asked: (ChosenBackup | null)[] = []
  let isBusy = false
  const restoring = createRestoring({
    dataDir: fresh,
    dialogs: null,
    now: () => 2,
    opening: {
      throttle: {},
      cost: {},
      startProcess: () => Promise.reject(new Error('The password was tried')),
    } as never,
    refuse(backup) {
      asked.push(backup)
      if (isBusy) throw new AppError('not-allowed', 'Busy', { details: { reason: 'restore-busy' } })
    },
    partsOf: () => 'wallet',
    restart: () => Promise.reject(new Error('Till was restarted')),
  })
  await restoring.open(path)
  const { walletId: wallet } = vault.header
  expect(asked).toMatchObject([null, { wallet, accounts: expect.any(Array) as unknown }])
  isBusy = true
  await expect(restoring.restore('any')).rejects.toMatchObject({ details: { reason: 'restore-busy' } })
  expect(asked.at(-1)).toMatchObject({ wallet })
  expect(readdirSync(fresh)).toEqual(before)
})
