import { timingSafeEqual } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1'
import type { HDKey } from '@scure/bip32'
import type { Address } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { isAddressEqual, toHex } from 'viem/utils'
import { AppError } from '../../../shared/errors.ts'
import type { Limits } from '../../../shared/limits/views.ts'
import { checkTask } from '../process/check-task.ts'
import { deriveBranch } from './derive-branch.ts'
import { signTransaction } from './sign-transaction.ts'
import { toVaultFile, type OpenVault } from '../file/vault-box.ts'
import { wipeContent } from '../file/vault-content.ts'
import { MAX_ACCOUNTS, type CurrentVaultFile, type VaultAccount } from '../file/vault-file.ts'
import type { SignedTransaction, SigningTask } from '../process/vault-messages.ts'

/** The keys of an open vault. Functions that change it return the vault file to write. */
export interface Keyring {
  file(): CurrentVaultFile
  /** Returns the recovery phrase's next addresses that are not in the vault. */
  peek(count: number): Address[]
  /** Adds that many of them; throws AppError `not-allowed` above the file's maximum. */
  add(count: number): CurrentVaultFile
  /** Adds a private key; throws AppError `account-exists` if its address is already there, `not-allowed` above the file's maximum. */
  importKey(key: Uint8Array): CurrentVaultFile
  /** Removes a key; throws AppError `bad-key` if it was imported and `proof`, a copy of it from elsewhere, differs. */
  remove(address: Address, proof: Uint8Array | null): CurrentVaultFile
  /** Returns a copy of the private key; throws AppError `not-found` if the vault has none for `address`. */
  key(address: Address): Uint8Array
  sign(task: SigningTask): SignedTransaction
  wipe(): void
}

/** Returns the address of a private key (32 bytes); throws AppError `bad-key` if it is invalid. */
export function addressOf(key: Uint8Array): Address {
  if (!secp256k1.utils.isValidPrivateKey(key)) throw new AppError('bad-key', 'This is not a private key')
  return publicKeyToAddress(toHex(secp256k1.getPublicKey(key, false)))
}

/** Returns whether a seed derives every one of these accounts, none of them imported. */
export function derivesAll(seed: Uint8Array, accounts: readonly VaultAccount[]): boolean {
  const branch = deriveBranch(seed)
  try {
    return accounts.every(({ address, index }) => {
      if (index === null) return false
      const key = deriveKey(branch, index)
      const derived = addressOf(key)
      key.fill(0)
      return isAddressEqual(derived, address)
    })
  } finally {
    branch.wipePrivateData()
  }
}

/**
 * Derives the keys of an open vault's accounts (BIP-32, BIP-44), with the limits of its file; throws AppError `vault-damaged` if an address
 * does not match.
 */
export function openKeyring(vault: OpenVault, named: readonly VaultAccount[] | null, limits?: Limits): Keyring {
  const branch = deriveBranch(vault.content.seed)
  const imported = [...vault.content.keys]
  const derive = (index: number): Uint8Array => deriveKey(branch, index)
  let accounts: readonly VaultAccount[] = named ?? [{ address: addressOf(derive(0)), index: 0 }]
  const keys = keysOf(accounts, imported, derive)

  const file = (): CurrentVaultFile =>
    toVaultFile({ ...vault, content: { ...vault.content, keys: imported } }, accounts, limits)

  function put(account: VaultAccount, key: Uint8Array): void {
    accounts = [...accounts, account]
    keys.set(account.address.toLowerCase(), key)
  }

  function key(address: Address): Uint8Array {
    const found = keys.get(address.toLowerCase())
    if (found === undefined) throw new AppError('not-found', 'The vault holds no key of this address')
    return found
  }

  return {
    file,
    peek: (count) => findFree(count, keys, derive).map(({ account }) => account.address),
    add(count) {
      assertRoom(accounts.length + count)
      for (const { account, derived } of findFree(count, keys, derive)) put(account, derived)
      return file()
    },
    importKey(fresh) {
      const address = addressOf(fresh)
      if (keys.has(address.toLowerCase())) throw new AppError('account-exists', 'This account is there already')
      assertRoom(accounts.length + 1)
      imported.push(fresh)
      put({ address, index: null }, fresh)
      return file()
    },
    remove(address, proof) {
      const gone = key(address)
      if (accounts.length === 1) throw new AppError('not-allowed', 'The last account stays')
      if (imported.includes(gone)) {
        if (proof === null || !timingSafeEqual(gone, proof)) throw new AppError('bad-key', 'This is another key')
        imported.splice(imported.indexOf(gone), 1)
      }
      accounts = accounts.filter((one) => !isAddressEqual(one.address, address))
      keys.delete(address.toLowerCase())
      gone.fill(0)
      return file()
    },
    key: (address) => Uint8Array.from(key(address)),
    sign(task) {
      checkTask(task)
      return signTransaction(task.transaction, key(task.expected.from))
    },
    wipe() {
      branch.wipePrivateData()
      for (const one of keys.values()) one.fill(0)
      wipeContent(vault.content)
      vault.dataKey.fill(0)
    },
  }
}

function deriveKey(branch: HDKey, index: number): Uint8Array {
  const { privateKey } = branch.deriveChild(index)
  if (privateKey === null) throw new AppError('internal', 'A branch without its key')
  return privateKey
}

/** Returns the accounts' keys by address; throws AppError `vault-damaged` if an address does not match. */
function keysOf(
  accounts: readonly VaultAccount[],
  imported: readonly Uint8Array[],
  derive: (index: number) => Uint8Array,
): Map<string, Uint8Array> {
  const keys = new Map<string, Uint8Array>()
  const waiting = [...imported]
  for (const { address, index } of accounts) {
    const key = index === null ? waiting.shift() : derive(index)
    if (key === undefined || !isAddressEqual(addressOf(key), address))
      throw new AppError('vault-damaged', 'The vault names another address')
    keys.set(address.toLowerCase(), key)
  }
  return keys
}

function assertRoom(count: number): void {
  if (count > MAX_ACCOUNTS) throw new AppError('not-allowed', 'The wallet holds no more accounts')
}

/** Returns the phrase's unused accounts, lowest index first. */
function findFree(
  count: number,
  keys: ReadonlyMap<string, Uint8Array>,
  derive: (index: number) => Uint8Array,
): { account: VaultAccount; derived: Uint8Array }[] {
  const found = []
  for (let index = 0; found.length < count; index++) {
    const derived = derive(index)
    const address = addressOf(derived)
    if (!keys.has(address.toLowerCase())) found.push({ account: { address, index }, derived })
  }
  return found
}
