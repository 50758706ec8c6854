import { expect } from '@playwright/test'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import type { ProfileInput } from '../../src/shared/services/profile.ts'
import { goTo } from '../pages/goto.ts'
import { ask } from './ask.ts'
import type { RunningTill } from './launch-till.ts'

export const password = 'a long sentence for the tests 7'

/** A Till that is ready to use, with its wallet's address and recovery phrase. */
export type ReadyTill = RunningTill & { readonly wallet: string; readonly words: string }

/** Gives a Till on first run its service and a new wallet full of play money; leaves it unlocked in the shop, with the catalog loaded. */
export async function makeReady(till: RunningTill, service: ProfileInput | 'sandbox'): Promise<ReadyTill> {
  const words = generateMnemonic(wordlist)
  await ask(till.page, 'profile.save', service)
  const { wallet } = await ask(till.page, 'vault.restore', { words, password })
  await expect.poll(async () => (await ask(till.page, 'catalog.status', undefined)).refreshedAt).not.toBeNull()
  await ask(till.page, 'wallet.faucet', undefined)
  await goTo(till.page, '/shop')
  return { ...till, wallet: wallet?.address ?? '', words }
}
