import { z } from 'zod'
import { accountColours } from './account-colours.ts'
import { accountView, addressView } from './account-views.ts'
import { appView } from './views.ts'

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
  /** A password is about to be typed: has the vault's process ready, which takes its time to start. */
  'vault.expectPassword': { input: nothing, output: z.void() },
  /** New words for a wallet that does not exist yet; the vault remembers them until created, restored or 15 minutes passed. */
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
  /** Puts the version before in the place of a vault that can not be read, and begins anew; only while that is so. */
  'vault.usePrevious': { input: nothing, output: z.void() },
  /** Makes room for a wallet out of its words; the vault that can not be read is kept under another name. Only while that is so. */
  'vault.setAside': { input: nothing, output: z.void() },
  /**
   * Erases the wallet and all that was bought with it from this machine; `typed` is the end of its first address. Takes the password and
   * a proof that the wallet can come back: a backup file that is made now, or all its words.
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
  /** The words, for a backup; asks the password every time. */
  'vault.reveal': {
    input: z.object({ password }),
    output: z.object({ words: z.array(z.string()), passphrase: z.string() }),
  },
  /** 0 (guessed at once) to 4 (strong), by the estimator in main; nothing is kept. */
  'vault.strength': {
    input: z.object({ password: z.string().max(1000) }),
    output: z.object({ score: z.int().min(0).max(4) }),
  },

  'accounts.list': { input: nothing, output: accounts },
  /** From now on this one pays. */
  'accounts.use': { input: z.object({ address: addressView }), output: appView },
  'accounts.rename': {
    input: z.object({ address: addressView, name: z.string().max(200), colour: z.enum(accountColours) }),
    output: accounts,
  },
  /** Takes in the next address of the wallet's words. */
  'accounts.add': { input: nothing, output: accounts },
  'accounts.import': { input: z.object({ source: keySource }), output: accounts },
  /** Takes in an address without its key: it can be looked at, not paid from. */
  'accounts.watch': { input: z.object({ address: z.string().min(1).max(100) }), output: accounts },
  /** Looks on the service's networks for addresses of the words that were used, and takes them in; answers how many. */
  'accounts.discover': { input: nothing, output: z.object({ found: z.int() }) },
  /** Forgets an account; an imported one needs its key or keystore file once more, as proof that it is kept elsewhere. */
  'accounts.remove': {
    input: z.object({
      address: addressView,
      password: z.string().max(1000),
      proof: keySource.nullable().default(null),
    }),
    output: accounts,
  },
  /** The private key of an account, in hex; asks the password every time. */
  'accounts.revealKey': {
    input: z.object({ address: addressView, password }),
    output: z.object({ key: z.string() }),
  },
  /** Writes a keystore file under a password of its own where the person chooses; null where they changed their mind. */
  'accounts.exportKeystore': {
    input: z.object({ address: addressView, password, next: password }),
    output: z.object({ path: z.string().nullable() }),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>
