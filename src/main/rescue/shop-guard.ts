import { basename, join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { planPathOf } from '../backup/backup-files.ts'
import { badBackup } from '../backup/backup-format.ts'
import { readPlan } from '../backup/backup-plan.ts'
import { createShopMarker } from '../kiosk/shop-marker.ts'
import { openCopy, type OpeningCopy } from '../vault/file/open-copy.ts'
import { readVaultFile, type VaultFile } from '../vault/file/vault-file.ts'

/** Guards a shop's register while a rescue replaces the app, which can sign nobody in. */
export interface ShopGuard {
  readonly isShop: boolean
  /** What a replacement takes: nothing at home, in a shop the manager's password, or a typed name if no vault can check it. */
  readonly asks: 'password' | 'typed' | null
  /** Throws AppError `wrong-password`, `throttled`, or `invalid-input` for another name. */
  assertManager(given: { readonly proof: string } | undefined): Promise<void>
  /**
   * Throws AppError `bad-backup` in a shop unless a backup file is of its own wallet: the password of another one's would make its owner the
   * manager.
   */
  assertOwn(wallet: string): void
}

export interface ShopGuardOptions {
  readonly dataDir: string
  /** Returns whether a readable ledger is a shop's. The marker in the folder says so too. */
  readonly isShopsLedger: () => boolean
  /** The names of the vault's versions that may check the password, best first. */
  readonly vaults: readonly string[]
  /** The file that is replaced. */
  readonly replaced: string
  readonly opening: OpeningCopy
}

/** Creates the guard of one rescue. */
export function createShopGuard({ dataDir, isShopsLedger, vaults, replaced, opening }: ShopGuardOptions): ShopGuard {
  const mark = createShopMarker(dataDir).read()
  const isShop = mark !== null || isShopsLedger()
  const vault = vaults.map((name) => readable(join(dataDir, name))).find((file) => file !== null) ?? null

  async function assertManager(given: { readonly proof: string } | undefined): Promise<void> {
    const proof = given?.proof ?? ''
    if (!isShop) return
    if (vault !== null) (await openCopy(opening, vault, proof)).recordsKey.fill(0)
    else if (proof !== basename(replaced)) throw new AppError('invalid-input', 'The file’s name was not typed')
  }

  return {
    isShop,
    asks: isShop ? (vault === null ? 'typed' : 'password') : null,
    assertManager,
    assertOwn(wallet) {
      const own = mark?.wallet ?? readPlan(planPathOf(dataDir))?.wallet ?? null
      if (isShop && own !== wallet) throw badBackup('other-wallet')
    },
  }
}

function readable(file: string): VaultFile | null {
  try {
    return readVaultFile(file)
  } catch {
    return null
  }
}
