import { randomBytes } from 'node:crypto'
import { SealError, createSealer, type Sealer } from '../db/seal.ts'

/** The shell's storage for one small secret. */
export interface KeyStore {
  read(): Uint8Array | null
  write(secret: Uint8Array): void
}

/** Keeps the records key: in the shell's secret store, and encrypted in the vault, so that a lost keyring loses nothing. */
export interface RecordsKeeper {
  /** Encrypts with the records key; throws SealError while it is missing. */
  readonly sealer: Sealer
  /** Returns the key for a new vault to copy; throws SealError while it is missing. */
  key(): Uint8Array
  isReadable(): boolean
  /** Stores the vault's copy if the store has none or another. */
  adopt(key: Uint8Array): void
}

/** Opens the records key; creates one only if no wallet has a copy. A key that `mayBe` rejects for the wallet counts as missing. */
export function openRecordsKeeper(
  store: KeyStore,
  hasWallet: boolean,
  mayBe: (key: Uint8Array) => boolean = () => true,
): RecordsKeeper {
  let key = readOrNull(store)
  if (hasWallet && key !== null && !mayBe(key)) key = null
  if (key === null && !hasWallet) {
    key = new Uint8Array(randomBytes(32))
    store.write(key)
  }
  let sealer = key === null ? null : createSealer(key)

  function ready(): Sealer {
    if (sealer === null) throw new SealError('The records key is missing until the vault is opened')
    return sealer
  }

  return {
    sealer: {
      seal: (plain, purpose) => ready().seal(plain, purpose),
      unseal: (box, purpose) => ready().unseal(box, purpose),
    },
    key() {
      if (key === null) throw new SealError('The records key is missing until the vault is opened')
      return key
    },
    isReadable: () => key !== null,
    adopt(copy) {
      if (key !== null && Buffer.from(key).equals(Buffer.from(copy))) return
      key = Uint8Array.from(copy)
      sealer = createSealer(key)
      store.write(key)
    },
  }
}

function readOrNull(store: KeyStore): Uint8Array | null {
  try {
    const stored = store.read()
    return stored?.length === 32 ? stored : null
  } catch {
    return null
  }
}
