import type { AccountView } from '../../shared/wallet/views.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { AppView } from '../../shared/app/views.ts'
import { passwordScore } from '../vault/throttle/password-strength.ts'
import type { Vault } from '../vault/vault.ts'
import type { Accounts } from '../wiring/accounts.ts'
import type { Handlers } from './handlers.ts'

type WalletRequest = Extract<keyof Handlers, `vault.${string}` | `accounts.${string}`>

export interface WalletParts {
  readonly vault: Vault
  readonly accounts: Accounts
  appView(): AppView
  /** Opens the vault, tells of it and takes up what the lock held up. */
  unlock(password: string): Promise<void>
  /** Erases the wallet, and restarts without it. */
  erase(input: RequestArgument<'vault.erase'>): Promise<void>
  /** Tells the renderer that the app's own state changed. */
  changed(): void
  /** Writes a file where the person chooses; null where they changed their mind. */
  save(name: string, text: string): Promise<{ path: string | null }>
}

/** What is asked of the wallet and its accounts. */
export function walletHandlers(parts: WalletParts): Pick<Handlers, WalletRequest> {
  const { vault, accounts, appView } = parts

  async function andTell(work: Promise<void> | void): Promise<AppView> {
    await work
    parts.changed()
    return appView()
  }

  async function andList(work: Promise<void> | void): Promise<AccountView[]> {
    await andTell(work)
    return accounts.list()
  }

  function refuseRescue(): never {
    throw new AppError('not-allowed', 'The vault is not damaged')
  }

  return {
    'vault.expectPassword': () => vault.expectPassword(),
    'vault.draft': ({ count }) => vault.draft(count),
    'vault.create': ({ password, answers, passphrase }) => andTell(vault.create(password, answers, passphrase)),
    'vault.restore': ({ words, passphrase, password }) => andTell(vault.restore({ words, passphrase }, password)),
    async 'vault.unlock'({ password }) {
      await parts.unlock(password)
      return appView()
    },
    'vault.erase': (input) => parts.erase(input),
    'vault.usePrevious': refuseRescue,
    'vault.setAside': refuseRescue,
    'vault.lock': () => andTell(vault.lock()),
    'vault.changePassword': ({ password, next }) => vault.changePassword(password, next),
    async 'vault.reveal'({ password }) {
      const { words, passphrase } = await vault.reveal(password)
      return { words: words.split(' '), passphrase }
    },
    'vault.strength': async ({ password }) => ({ score: await passwordScore(password) }),

    'accounts.list': () => accounts.list(),
    'accounts.use': ({ address }) => andTell(accounts.use(address)),
    'accounts.rename': ({ address, name, colour }) => andList(accounts.rename(address, name, colour)),
    'accounts.add': () => andList(accounts.add()),
    'accounts.import': ({ source }) => andList(accounts.import(source)),
    'accounts.watch': ({ address }) => andList(accounts.watch(address)),
    async 'accounts.discover'() {
      const found = await accounts.discover()
      parts.changed()
      return { found }
    },
    'accounts.remove': ({ address, password, proof }) => andList(accounts.remove(address, password, proof)),
    'accounts.revealKey': async ({ address, password }) => ({ key: await vault.revealKey(password, address) }),
    async 'accounts.exportKeystore'({ address, password, next }) {
      const json = await vault.exportKeystore(password, address, next)
      return parts.save(`till-key-${address.slice(2, 8).toLowerCase()}.json`, json)
    },
  }
}
