import { isAddressEqual, type Address } from 'viem'
import { accountColours, type AccountColour } from '../../shared/wallet/account-colours.ts'
import type { AccountView } from '../../shared/wallet/views.ts'
import { cleanName } from '../../shared/clean-name.ts'
import { AppError } from '../../shared/errors.ts'
import { readAddress } from '../chain/read/read-address.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import {
  forgetAccount,
  nameAccount,
  ownAccount,
  readAccountInUse,
  readKnownAccounts,
  watchAccount,
  writeAccountInUse,
} from './accounts-repository.ts'
import type { KeySource, Vault } from '../vault/vault.ts'
import type { SignedTransaction, SigningTask } from '../vault/process/vault-messages.ts'

export interface AccountsOptions {
  readonly ledger: WritableDb
  readonly vault: Vault
  readonly now: () => number
  /** Returns whether any payment of this account is unsettled. */
  readonly isBusy: (address: Address) => boolean
  /** Returns whether an address was ever used on any network of the service in use. */
  readonly wasUsed: (address: Address) => Promise<boolean>
  /** Another account is in use. */
  readonly onUsed: () => void
}

/** The wallet's accounts, including watched ones, and the one in use. */
export interface Accounts {
  list(): AccountView[]
  /** Returns the account in use; null without a wallet. */
  current(): AccountView | null
  address(): Address | null
  /** Returns whether Till holds no key of the account in use. */
  isWatched(): boolean
  isLocked(): boolean
  /** Signs with the task's account; throws AppError `watch-only` if Till has no key for it. */
  sign(task: SigningTask): Promise<SignedTransaction>
  /** Makes an account the one in use. Throws AppError `locked` while the wallet is. */
  use(address: Address): void
  rename(address: Address, name: string, colour: AccountColour): void
  add(): Promise<void>
  import(source: KeySource): Promise<void>
  /** Adds a watched account. Throws AppError `invalid-input` if `text` is no address or mistyped, `account-exists` if it exists. */
  watch(text: string): void
  discover(): Promise<number>
  remove(address: Address, password: string, proof: KeySource | null): Promise<void>
}

/** The number of unused addresses in a row that ends the search, as in BIP-44. */
const GAP = 20

/** Opens the accounts; names, colours and choice are in the ledger, the keys' own list is in the vault. */
export function openAccounts(options: AccountsOptions): Accounts {
  const { ledger, vault, now } = options

  const list = (): AccountView[] => listAccounts(ledger, vault)
  const current = (): AccountView | null =>
    vault.accounts().length === 0 ? null : (list().find((one) => one.inUse) ?? null)

  function find(address: Address): AccountView {
    const found = list().find((one) => isAddressEqual(one.address, address))
    if (found === undefined) throw new AppError('not-found', 'There is no such account')
    return found
  }

  async function addingAccounts(add: () => Promise<void>): Promise<void> {
    await add()
    for (const { address } of vault.accounts()) ownAccount(ledger, address)
  }

  return {
    list,
    current,
    address: () => current()?.address ?? null,
    isWatched: () => current()?.kind === 'watched',
    isLocked: vault.isLocked,
    async sign(task) {
      if (find(task.expected.from).kind === 'watched')
        throw new AppError('watch-only', 'Till holds no key of this account')
      return vault.sign(task)
    },
    use(address) {
      // Choosing the paying account requires the password.
      if (vault.isLocked()) throw new AppError('locked', 'Till is locked')
      writeAccountInUse(ledger, find(address).address)
      options.onUsed()
    },
    rename(address, name, colour) {
      nameAccount(ledger, { address: find(address).address, name: cleanName(name), colour })
    },
    add: () => addingAccounts(() => vault.add(1)),
    import: (source) => addingAccounts(() => vault.importKey(source)),
    watch(text) {
      const all = list()
      watchAccount(ledger, readNewAddress(all, text), freeColour(all.length, coloursOf(all)), now())
    },
    async discover() {
      const used = await countUsed(vault, options.wasUsed)
      if (used > 0) await addingAccounts(() => vault.add(used))
      return used
    },
    async remove(address, password, proof) {
      const { kind, inUse } = find(address)
      if (options.isBusy(address)) {
        const details = { reason: 'account-busy' } as const
        throw new AppError('not-allowed', 'Something paid from here has not ended', { details })
      }
      if (kind !== 'watched') await vault.remove(password, address, proof)
      forgetAccount(ledger, address)
      if (inUse) options.onUsed()
    },
  }
}

function readNewAddress(all: readonly AccountView[], text: string): Address {
  const read = readAddress(text)
  if ('problem' in read) throw new AppError('invalid-input', 'This is no address')
  if (all.some((one) => isAddressEqual(one.address, read.address)))
    throw new AppError('account-exists', 'This account is there already')
  return read.address
}

const coloursOf = (accounts: readonly { readonly colour: AccountColour }[]): ReadonlySet<AccountColour> =>
  new Set(accounts.map(({ colour }) => colour))

/** Returns the colour of an account by its place in the list, or the next one that is not taken; if all are, its own place's. */
function freeColour(index: number, taken: ReadonlySet<AccountColour>): AccountColour {
  const start = index % accountColours.length
  const inOrder = [...accountColours.slice(start), ...accountColours.slice(0, start)]
  return inOrder.find((colour) => !taken.has(colour)) ?? inOrder[0] ?? 'teal'
}

function listAccounts(ledger: ReadableDb, vault: Pick<Vault, 'accounts'>): AccountView[] {
  const known = readKnownAccounts(ledger)
  const owned = vault.accounts()
  const nameOf = (address: Address): { name: string; colour: AccountColour } | undefined =>
    known.find((one) => isAddressEqual(one.address, address))
  const all = [
    ...owned.map(({ address, index }) => ({ address, kind: index === null ? 'imported' : 'phrase' }) as const),
    ...known
      .filter(({ watched, address }) => watched && !owned.some((one) => isAddressEqual(one.address, address)))
      .map(({ address }) => ({ address, kind: 'watched' }) as const),
  ]
  const chosen = readAccountInUse(ledger)
  const inUse = all.find(({ address }) => chosen !== null && isAddressEqual(address, chosen)) ?? all[0]
  const taken = new Set(coloursOf(known))
  return all.map((one, index) => {
    const { name, colour } = nameOf(one.address) ?? { name: '', colour: freeColour(index, taken) }
    taken.add(colour)
    return { ...one, name, colour, inUse: one === inUse }
  })
}

/** Returns how many of the next addresses are used, up to the last used one. */
async function countUsed(vault: Pick<Vault, 'peek'>, wasUsed: AccountsOptions['wasUsed']): Promise<number> {
  let used = 0
  for (let looked = 0; looked < used + GAP;) {
    const more = (await vault.peek(looked + GAP)).slice(looked)
    const found = await Promise.all(more.map(wasUsed))
    const last = found.lastIndexOf(true)
    if (last >= 0) used = looked + last + 1
    looked += GAP
  }
  return used
}
