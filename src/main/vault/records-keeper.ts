import { randomBytes } from 'node:crypto'
import { SealError, createSealer, type Sealer } from '../db/seal.ts'

/** Where the shell keeps one small secret. */
export interface KeyStore {
  read(): Uint8Array | null
  write(secret: Uint8Array): void
}

/** Holds the records key: in the shell's secret store, and wrapped in the vault, so that a lost keyring loses nothing. */
export interface RecordsKeeper {
  /** Seals with the records key; throws SealError while it is missing. */
  readonly sealer: Sealer
  /** The key for a new vault to keep a copy of; throws SealError while it is missing. */
  key(): Uint8Array
  isReadable(): boolean
  /** Takes the vault's copy where the store has none or another. */
  adopt(key: Uint8Array): void
}

/**
 * Opens the records key; a new one is drawn only where no wallet has one wrapped already. One that is not the wallet's, as far as
 * `mayBe` can tell, counts as missing.
 */
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
