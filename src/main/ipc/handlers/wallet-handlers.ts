import type { walletRequests } from '../../../shared/wallet/contract.ts'
import type { AccountView } from '../../../shared/wallet/views.ts'
import type { RequestArgument } from '../../../shared/contract.ts'
import { fromUnits } from '../../../shared/money.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Activity } from '../../activity/create-activity.ts'
import type { AppView } from '../../../shared/app/views.ts'
import type { Balances } from '../../chain/balances/balances.ts'
import type { Chain } from '../../chain/chain.ts'
import { NATIVE_DECIMALS } from '../../chain/guard/native-coin.ts'
import { suggestFees } from '../../chain/plan/suggest-fees.ts'
import { askFaucet } from '../../service/operations/ask-faucet.ts'
import type { ProfileService } from '../../service/service-client.ts'
import { passwordScore } from '../../vault/password-strength.ts'
import type { Vault } from '../../vault/vault.ts'
import type { BackupFiles } from '../../backup/backup-files.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Handlers, HandlersOf, NamesOf } from '../channel/handlers.ts'
import { fileName } from '../../exports/file-name.ts'
import type { SaveFile } from '../../shell/save-file.ts'

export interface WalletParts {
  readonly vault: Vault
  readonly accounts: Accounts
  readonly balances: Balances
  readonly activity: Activity
  readonly networks: { chainOf(networkKey: string): Chain | null }
  readonly save: SaveFile
  appView(): AppView
  /** Returns the service in use. Throws AppError if there is none. */
  service(): ProfileService
  readonly backupFiles: Pick<BackupFiles, 'passwordChanged'>
  /** Opens the vault and resumes the work that waited for it. */
  unlock(password: string): Promise<void>
  /** Restores the wallet from its phrase, also in place of its own locked vault. */
  restorePhrase(input: RequestArgument<'vault.restore'>): Promise<void>
  /** Erases the wallet and restarts without it. */
  erase(input: RequestArgument<'vault.erase'>): Promise<void>
  /** Checks whether the wallet was used elsewhere. */
  reconcile(): void
  /** Called when the app's view has changed. */
  changed(): void
}

/** Answers requests about the wallet: its vault, accounts and coins. */
export function walletHandlers(parts: WalletParts): HandlersOf<typeof walletRequests> {
  return { ...vaultHandlers(parts), ...accountHandlers(parts), ...coinHandlers(parts) }
}

function vaultHandlers({ vault, appView, ...parts }: WalletParts): Pick<Handlers, NamesOf<`vault.${string}`>> {
  async function andTell(work: Promise<void> | void): Promise<AppView> {
    await work
    parts.changed()
    return appView()
  }

  return {
    'vault.prepareForPassword': () => vault.prepareForPassword(),
    'vault.draft': ({ count }) => vault.draft(count),
    'vault.create': ({ password, answers, passphrase }) => andTell(vault.create(password, answers, passphrase)),
    'vault.restore': (input) => andTell(parts.restorePhrase(input)),
    async 'vault.unlock'({ password }) {
      await parts.unlock(password)
      return appView()
    },
    'vault.erase': (input) => parts.erase(input),
    'vault.usePrevious': refuseRescue,
    'vault.setAside': refuseRescue,
    'vault.lock': () => andTell(vault.lock()),
    async 'vault.changePassword'({ password, next }) {
      await vault.changePassword(password, next)
      parts.backupFiles.passwordChanged()
    },
    async 'vault.reveal'({ password }) {
      const { words, passphrase } = await vault.reveal(password)
      return { words: words.split(' '), passphrase }
    },
    'vault.strength': async ({ password }) => ({ score: await passwordScore(password) }),
  }
}

function accountHandlers(parts: WalletParts): Pick<Handlers, NamesOf<`accounts.${string}`>> {
  const { vault, accounts, appView, changed, save } = parts

  async function andList(work: Promise<void> | void): Promise<AccountView[]> {
    await work
    changed()
    return accounts.list()
  }

  return {
    'accounts.list': () => accounts.list(),
    'accounts.use'({ address }) {
      accounts.use(address)
      changed()
      return appView()
    },
    'accounts.rename': ({ address, name, colour }) => andList(accounts.rename(address, name, colour)),
    'accounts.add': () => andList(accounts.add()),
    'accounts.import': ({ source }) => andList(accounts.import(source)),
    'accounts.watch': ({ address }) => andList(accounts.watch(address)),
    async 'accounts.discover'() {
      const found = await accounts.discover()
      changed()
      return { found }
    },
    'accounts.remove': ({ address, password, proof }) => andList(accounts.remove(address, password, proof)),
    'accounts.revealKey': async ({ address, password }) => ({ key: await vault.revealKey(password, address) }),
    async 'accounts.exportKeystore'({ address, password, next, language }) {
      const json = await vault.exportKeystore(password, address, next)
      return save(fileName('key', { language }, [address.slice(2, 8).toLowerCase()], 'json'), json)
    },
  }
}

function coinHandlers(parts: WalletParts): Pick<Handlers, NamesOf<`wallet.${string}`>> {
  const { accounts, balances, activity, networks } = parts
  return {
    async 'wallet.balances'({ fresh }) {
      if (fresh) parts.reconcile()
      return balances.get(fresh)
    },
    'wallet.activity': (input) => activity.list(input),
    'wallet.feesSince': ({ since }) => activity.feesSince(since),
    async 'wallet.suggestFees'({ networkKey }) {
      const chain = networks.chainOf(networkKey)
      const units = chain && (await suggestFees(chain).catch(() => null))
      return { amount: units === null ? null : fromUnits(units, NATIVE_DECIMALS) }
    },
    async 'wallet.faucet'() {
      const { faucetUrl } = parts.service().profile
      const address = accounts.address()
      if (address === null) throw new AppError('no-wallet', 'There is no wallet yet')
      if (faucetUrl === undefined) throw new AppError('not-allowed', 'This service has no play money')
      await askFaucet(faucetUrl, address)
      parts.reconcile()
      return balances.get(true)
    },
  }
}

function refuseRescue(): never {
  throw new AppError('not-allowed', 'The vault is not damaged')
}
