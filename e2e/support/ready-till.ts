import { expect } from '@playwright/test'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import type { ProfileInput } from '../../src/shared/services/profile.ts'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import type { RunningTill } from './launch-till.ts'

export const password = 'a long sentence for the tests 7'

type Service = ProfileInput | 'sandbox'

/** A Till that is ready to use, with its wallet's address and recovery phrase. */
export type ReadyTill = RunningTill & { readonly wallet: string; readonly words: string }

/** Gives a Till on first run its service, and waits for the catalog. */
export async function chooseService({ page }: RunningTill, service: Service): Promise<void> {
  await ask(page, 'profile.save', service)
  await expect.poll(async () => (await ask(page, 'catalog.status', undefined)).refreshedAt).not.toBeNull()
}

/** Gives a Till with a service a new wallet full of play money; leaves it unlocked in the shop. */
export async function createWallet(till: RunningTill): Promise<ReadyTill> {
  const words = generateMnemonic(wordlist)
  await ask(till.page, 'vault.restore', { words, password })
  const [account] = await ask(till.page, 'accounts.list', undefined)
  await ask(till.page, 'wallet.faucet', undefined)
  await goTo(till.page, '/shop')
  return { ...till, wallet: account?.address ?? '', words }
}

/** Makes a Till on first run ready to use. */
export async function makeReady(till: RunningTill, service: Service): Promise<ReadyTill> {
  await chooseService(till, service)
  return createWallet(till)
}
