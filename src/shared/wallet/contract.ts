import { z } from 'zod'
import { address, decimal, language, time } from '../scalars.ts'
import { accountColours } from './account-colours.ts'
import { activityPlace, activityView } from './activity-views.ts'
import { accountView } from './views.ts'
import { appView } from '../app/views.ts'
import { balanceView } from './views.ts'
import { managerProof, nothing, type Events, type Requests } from '../contract-entry.ts'

const password = z.string().min(1).max(1000)
const passphrase = z.string().max(200).default('')
const accounts = z.array(accountView)
const balances = z.array(balanceView)
/** A private key in hex, or a keystore file (version 3) with its password. */
const keySource = z.union([
  z.strictObject({ key: z.string().min(1).max(200) }),
  z.strictObject({ json: z.string().min(1).max(50_000), password: z.string().max(1000) }),
])

/** The requests about the wallet and its accounts. */
export const walletRequests = {
  /** Starts the vault's slow process early, because a password is about to be typed. */
  'vault.prepareForPassword': { input: nothing, output: z.void(), permission: 'nobody' },
  /**
   * Generates a recovery phrase for a wallet that does not exist yet. The vault keeps it until a wallet is created or restored, or for 15
   * minutes.
   */
  'vault.draft': {
    input: z.object({ count: z.union([z.literal(12), z.literal(24)]).default(12) }),
    output: z.object({ words: z.array(z.string()), ask: z.array(z.int()) }),
    permission: 'manager',
  },
  /** Creates the vault from the draft; `answers` are the words at the requested positions (0-based), the backup check. */
  'vault.create': {
    input: z.object({ password, answers: z.array(z.string().max(50)).max(24), passphrase }),
    output: appView,
    permission: 'manager',
  },
  /** Restores the wallet from its recovery phrase: before there is one, or in place of the same wallet while it is locked. */
  'vault.restore': {
    input: z.object({ words: z.string().min(1).max(1000), passphrase, password }),
    output: appView,
    permission: 'manager',
  },
  /** Unlocks the wallet with its password. */
  'vault.unlock': { input: z.object({ password }), output: appView, permission: 'manager' },
  /** Replaces an unreadable vault with its previous version, and restarts. Only while that is so. In a shop it takes a proof. */
  'vault.usePrevious': { input: managerProof, output: z.void(), permission: 'manager' },
  /** Makes room for a wallet restored from its recovery phrase; renames the unreadable vault. Only while that is so, and not in a shop. */
  'vault.setAside': { input: nothing, output: z.void(), permission: 'manager' },
  /**
   * Erases the wallet and its purchases from this machine; `typed` is the end of its first address. Takes the password, and a proof that
   * the wallet can be restored: a backup file made now, or the whole recovery phrase.
   */
  'vault.erase': {
    input: z.object({
      password,
      typed: z.string().max(20),
      proof: z.union([z.literal('backup'), z.object({ words: z.string().min(1).max(1000), passphrase })]),
    }),
    output: z.void(),
    permission: 'manager',
  },
  /** Locks the wallet. */
  'vault.lock': { input: nothing, output: appView, permission: 'nobody' },
  /** Replaces the wallet's password; `password` is the present one. */
  'vault.changePassword': { input: z.object({ password, next: password }), output: z.void(), permission: 'manager' },
  /** Returns the recovery phrase, for a backup; asks for the password every time. */
  'vault.reveal': {
    input: z.object({ password }),
    output: z.object({ words: z.array(z.string()), passphrase: z.string() }),
    permission: 'manager',
  },
  /** Estimates a password's strength in main, from 0 (guessed at once) to 4 (strong); stores nothing. */
  'vault.strength': {
    input: z.object({ password: z.string().max(1000) }),
    output: z.object({ score: z.int().min(0).max(4) }),
    permission: 'manager',
  },

  /** Lists the wallet's accounts. */
  'accounts.list': { input: nothing, output: accounts, permission: 'manager' },
  /** Makes an account the paying one. */
  'accounts.use': { input: z.object({ address }), output: appView, permission: 'manager' },
  /** Changes an account's name and colour; returns all accounts. */
  'accounts.rename': {
    input: z.object({ address, name: z.string().max(200), colour: z.enum(accountColours) }),
    output: accounts,
    permission: 'manager',
  },
  /** Adds the next address of the recovery phrase. */
  'accounts.add': { input: nothing, output: accounts, permission: 'manager' },
  /** Adds an account from its private key or keystore file; returns all accounts. */
  'accounts.import': { input: z.object({ source: keySource }), output: accounts, permission: 'manager' },
  /** Adds an address without its key: Till shows its balance, but it cannot pay. */
  'accounts.watch': {
    input: z.object({ address: z.string().min(1).max(100) }),
    output: accounts,
    permission: 'manager',
  },
  /** Searches the service's networks for used addresses of the recovery phrase, and adds them; returns their number. */
  'accounts.discover': { input: nothing, output: z.object({ found: z.int() }), permission: 'manager' },
  /** Removes an account; an imported one requires its key or keystore file, as proof that it is stored elsewhere. */
  'accounts.remove': {
    input: z.object({
      address,
      password: z.string().max(1000),
      proof: keySource.nullable().default(null),
    }),
    output: accounts,
    permission: 'manager',
  },
  /** Returns the private key of an account, in hex; asks for the password every time. */
  'accounts.revealKey': {
    input: z.object({ address, password }),
    output: z.object({ key: z.string() }),
    permission: 'manager',
  },
  /** Saves a keystore file with its own password where the person chooses; null if they cancel. */
  'accounts.exportKeystore': {
    input: z.object({ address, password, next: password, language }),
    output: z.object({ path: z.string().nullable() }),
    permission: 'manager',
  },
  /** Returns the wallet's balances; a clerk sees only which coins are empty. */
  'wallet.balances': {
    input: z.object({ fresh: z.boolean().default(false) }),
    output: balances,
    permission: 'clerk',
  },

  /**
   * Lists what the account in use spent, got back, sent and received, newest first, from the place `after` on. What came before Till knew
   * the account is not recorded. `next` is null on the last page.
   */
  'wallet.activity': {
    input: z.object({
      after: activityPlace.nullable().default(null),
      limit: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ entries: z.array(activityView), next: activityPlace.nullable() }),
    permission: 'manager',
  },

  /** Returns the network fees of what the account in use signed since a moment, per coin that pays them. */
  'wallet.feesSince': {
    input: z.object({ since: time }),
    output: z.array(z.object({ symbol: z.string(), amount: decimal })),
    permission: 'manager',
  },

  /** Returns about how much of a network's own coin pays the fees of some purchases; null while no node tells. */
  'wallet.suggestFees': {
    input: z.object({ networkKey: z.string().max(100) }),
    output: z.object({ amount: decimal.nullable() }),
    permission: 'manager',
  },

  /** Asks the profile's faucet for play money. */
  'wallet.faucet': { input: nothing, output: balances, permission: 'manager' },
} as const satisfies Requests

/** Events about balances. */
export const walletEvents = {
  /** As in `wallet.balances`. */
  'balances.changed': { payload: balances, permission: 'clerk' },
  /** The recorded transfers to the account in use changed. */
  'received.changed': { payload: z.void(), permission: 'manager' },
} as const satisfies Events
