import { z } from 'zod'
import { accountColours } from './account-colours.ts'
import { accountView, addressView } from './account-views.ts'
import { appView } from '../views.ts'

const nothing = z.undefined()
const password = z.string().min(1).max(1000)
const passphrase = z.string().max(200).default('')
const accounts = z.array(accountView)
/** A private key in hex, or a keystore file (version 3) with its password. */
const keySource = z.union([
  z.strictObject({ key: z.string().min(1).max(200) }),
  z.strictObject({ json: z.string().min(1).max(50_000), password: z.string().max(1000) }),
])

/** What a renderer may ask of the wallet and its accounts. */
export const walletRequests = {
  /** Starts the vault's process, which takes its time, since a password is about to be typed. */
  'vault.expectPassword': { input: nothing, output: z.void() },
  /**
   * Draws a recovery phrase for a wallet that does not exist yet; the vault remembers it until a wallet is created or restored, or for 15
   * minutes.
   */
  'vault.draft': {
    input: z.object({ count: z.union([z.literal(12), z.literal(24)]).default(12) }),
    output: z.object({ words: z.array(z.string()), ask: z.array(z.int()) }),
  },
  /** Creates the vault from the draft; `answers` are the words at the asked positions (0-based), the backup check. */
  'vault.create': {
    input: z.object({ password, answers: z.array(z.string().max(50)).max(24), passphrase }),
    output: appView,
  },
  'vault.restore': { input: z.object({ words: z.string().min(1).max(1000), passphrase, password }), output: appView },
  'vault.unlock': { input: z.object({ password }), output: appView },
  /** Puts the previous version in the place of a vault that cannot be read, and restarts; only while that is so. */
  'vault.usePrevious': { input: nothing, output: z.void() },
  /**
   * Makes room for a wallet restored from its recovery phrase; the vault that cannot be read stays under another name. Only while that is
   * so.
   */
  'vault.setAside': { input: nothing, output: z.void() },
  /**
   * Erases the wallet and all that was bought with it from this machine; `typed` is the end of its first address. Takes the password and a
   * proof that the wallet can be restored: a backup file made now, or the whole recovery phrase.
   */
  'vault.erase': {
    input: z.object({
      password,
      typed: z.string().max(20),
      proof: z.union([z.literal('backup'), z.object({ words: z.string().min(1).max(1000), passphrase })]),
    }),
    output: z.void(),
  },
  'vault.lock': { input: nothing, output: appView },
  'vault.changePassword': { input: z.object({ password, next: password }), output: z.void() },
  /** Returns the recovery phrase, for a backup; asks for the password every time. */
  'vault.reveal': {
    input: z.object({ password }),
    output: z.object({ words: z.array(z.string()), passphrase: z.string() }),
  },
  /** Estimates a password in main, from 0 (guessed at once) to 4 (strong); stores nothing. */
  'vault.strength': {
    input: z.object({ password: z.string().max(1000) }),
    output: z.object({ score: z.int().min(0).max(4) }),
  },

  'accounts.list': { input: nothing, output: accounts },
  /** Makes an account the one that pays. */
  'accounts.use': { input: z.object({ address: addressView }), output: appView },
  'accounts.rename': {
    input: z.object({ address: addressView, name: z.string().max(200), colour: z.enum(accountColours) }),
    output: accounts,
  },
  /** Adds the next address of the recovery phrase. */
  'accounts.add': { input: nothing, output: accounts },
  'accounts.import': { input: z.object({ source: keySource }), output: accounts },
  /** Adds an address without its key: its balance is shown, and it cannot pay. */
  'accounts.watch': { input: z.object({ address: z.string().min(1).max(100) }), output: accounts },
  /** Searches the service's networks for used addresses of the recovery phrase, and adds them; returns their number. */
  'accounts.discover': { input: nothing, output: z.object({ found: z.int() }) },
  /** Removes an account; an imported one needs its key or keystore file once more, as proof that it is stored elsewhere. */
  'accounts.remove': {
    input: z.object({
      address: addressView,
      password: z.string().max(1000),
      proof: keySource.nullable().default(null),
    }),
    output: accounts,
  },
  /** Returns the private key of an account, in hex; asks for the password every time. */
  'accounts.revealKey': {
    input: z.object({ address: addressView, password }),
    output: z.object({ key: z.string() }),
  },
  /** Saves a keystore file with a password of its own where the person chooses; null if they changed their mind. */
  'accounts.exportKeystore': {
    input: z.object({ address: addressView, password, next: password }),
    output: z.object({ path: z.string().nullable() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
