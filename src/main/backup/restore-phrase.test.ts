import type { Address } from 'viem'
import { expect, it } from 'vitest'
import type { VaultAccount } from '../vault/file/vault-file.ts'
import type { Vault } from '../vault/vault.ts'
import { restorePhrase } from './restore-phrase.ts'

const [ofPhrase, imported]: [Address, Address] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
const both = [
  { address: ofPhrase, index: 0 },
  { address: imported, index: null },
]

/** Restores over a vault with these accounts; returns why not, or what was done. */
async function restore(accounts: readonly VaultAccount[], busy: Address | null, hasKey = true): Promise<unknown> {
  const done: string[] = []
  const vault = { accounts: () => accounts, restore: async () => void done.push('restored') } as unknown as Vault
  const isBusy = (address: Address): boolean => address === busy
  const parts = { vault, hasRecordsKey: () => hasKey, isBusy, onUnlocked: () => void done.push('unlocked') }
  const typed = { words: '', passphrase: '', password: '' }
  return restorePhrase(parts, typed).then(
    () => done,
    ({ details }: { details: { reason: string } }) => [...done, details.reason],
  )
}

it('the phrase replaces a vault unless an imported key, which it loses, has a payment under way', async () => {
  expect(await restore(both, null)).toEqual(['restored', 'unlocked'])
  expect(await restore(both, ofPhrase)).toEqual(['restored', 'unlocked'])
  expect(await restore(both, imported)).toEqual(['restore-busy'])
})

it('the phrase replaces no vault whose records nobody could read then, and makes a first one', async () => {
  expect(await restore(both, null, false)).toEqual(['records-unreadable'])
  expect(await restore([], null, false)).toEqual(['restored'])
})
