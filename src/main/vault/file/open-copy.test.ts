import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cheapKeyCost, createTestVault, startTestProcess, strong, testPhrase } from '../../../testing/vault/vault.ts'
import type { TestVault } from '../../../testing/vault/vault.ts'
import type { VaultProcess } from '../process/vault-process.ts'
import { createUnlockThrottle } from '../throttle/unlock-throttle.ts'
import { openCopy, type OpeningCopy } from './open-copy.ts'
import { readVaultFile, type VaultFile } from './vault-file.ts'

let home: TestVault
let copy: VaultFile
let opening: OpeningCopy
beforeEach(async () => {
  home = createTestVault()
  await home.open().restore({ words: testPhrase, passphrase: '' }, strong)
  copy = readVaultFile(home.path) ?? expect.fail('There is no vault')
  const throttle = createUnlockThrottle(
    home.ledger,
    () => home.clock.now,
    () => home.clock.running,
  )
  opening = { throttle, startProcess: startTestProcess, cost: cheapKeyCost }
})
afterEach(() => home.close())

describe('a copy of a vault', () => {
  it('opens with its password and returns its records key', async () => {
    const { recordsKey, file } = await openCopy(opening, copy, strong)
    expect(Buffer.from(recordsKey).toString('hex')).toBe(home.recordsKeys[0])
    expect(file.header.walletId).toBe(copy.header.walletId)
  })

  it.each(['memoryKiB', 'passes', 'lanes'] as const)('with less %s than Till allows does not open', async (part) => {
    const cost = { ...cheapKeyCost, [part]: cheapKeyCost[part] + 1 }
    await expect(openCopy({ ...opening, cost }, copy, strong)).rejects.toMatchObject({ code: 'vault-damaged' })
  })

  it('is guessed no faster than the wallet’s own vault', async () => {
    for (let tries = 0; tries < 5; tries++)
      await expect(openCopy(opening, copy, 'wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    await expect(openCopy(opening, copy, strong)).rejects.toMatchObject({ code: 'throttled' })
  })

  it('leaves no process, whether it opened or not', async () => {
    const begun: VaultProcess[] = []
    const startProcess = (): VaultProcess => {
      const process = startTestProcess()
      begun.push(process)
      return process
    }
    await openCopy({ ...opening, startProcess }, copy, strong)
    await expect(openCopy({ ...opening, startProcess }, copy, 'wrong')).rejects.toMatchObject({
      code: 'wrong-password',
    })
    expect(begun.map((process) => process.isOver())).toEqual([true, true])
  })
})
