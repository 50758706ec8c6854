import { copyFileSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyLedger } from '../../db/copies/copy-ledger.ts'
import { readAttempts } from '../register/registration-repository.ts'
import { openTestSandbox, type TestSandbox } from '../../../testing/purchases/context.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())

const harbour = (action: string): Promise<unknown> => sandbox.control('chains/harbour', { action })

it('a payment registered after the ledger was copied is found in the list, and not registered again', async () => {
  const till = await sandbox.till()
  await harbour('pause-mining')
  const { id } = await till.buy('harbour', 'usdc')
  const file = till.ledger.name
  const copy = `${file}.copy`
  await copyLedger(till.ledger, copy, Date.now())
  await harbour('resume-mining')
  await till.delivered(id)
  till.kill()
  for (const rest of ['-wal', '-shm']) rmSync(`${file}${rest}`, { force: true })
  copyFileSync(copy, file)
  till.restart()
  expect(await till.delivered(id)).toMatchObject({ status: 'delivered' })
  expect(readAttempts(till.ledger, id)).toEqual([])
  expect((await sandbox.witness(till.address)).registrations).toHaveLength(1)
})
