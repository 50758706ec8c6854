import { readNetworks } from '../catalog/metadata/metadata-repository.ts'
import { explorerUrl } from '../chain/explorer-url.ts'
import { findKnownChain } from '../chain/registry/find-known-chain.ts'
import { createActivity } from '../activity/create-activity.ts'
import type { EventBus } from '../events.ts'
import type { IdleTimer } from '../kiosk/idle-timer.ts'
import type { CashPrices } from '../sales/prices/cash-prices.ts'
import type { Shell } from '../shell/shell.ts'
import { serviceInUse } from '../profiles/services.ts'
import { allowanceHandlers, type AllowanceParts } from './handlers/allowance-handlers.ts'
import { appHandlers, type AppParts } from './handlers/app-handlers.ts'
import { backupHandlers, type BackupParts } from './handlers/backup-handlers.ts'
import { bookkeepingHandlers, type BookkeepingParts } from './handlers/bookkeeping-handlers.ts'
import { catalogHandlers, type CatalogParts } from './handlers/catalog-handlers.ts'
import { checkoutHandlers, type CheckoutParts } from './handlers/checkout-handlers.ts'
import { claimHandlers, type ClaimParts } from './handlers/claim-handlers.ts'
import { codeHandlers, type CodeParts } from './handlers/code-handlers.ts'
import { draftHandlers, type DraftParts } from './handlers/draft-handlers.ts'
import { externalHandlers, type ExternalParts } from './handlers/external-handlers.ts'
import { favouriteHandlers, type FavouriteParts } from './handlers/favourite-handlers.ts'
import type { Handlers } from './channel/handlers.ts'
import { historyHandlers, type HistoryParts } from './handlers/history-handlers.ts'
import { kioskHandlers, type KioskParts } from './handlers/kiosk-handlers.ts'
import { noteHandlers, type NoteParts } from './handlers/note-handlers.ts'
import { peopleHandlers, type PeopleParts } from './handlers/people-handlers.ts'
import { purchaseHandlers, type PurchaseParts } from './handlers/purchase-handlers.ts'
import { salesHandlers, type SalesParts } from './handlers/sales-handlers.ts'
import { createFeeOnce, learnFee, learnFeeForShift } from './handlers/learn-fee.ts'
import { saveFileWith } from '../shell/save-file.ts'
import { serviceHandlers, type ServiceParts } from './handlers/service-handlers.ts'
import { supportHandlers, type SupportParts } from './handlers/support-handlers.ts'
import { reminderHandlers, type ReminderParts } from './handlers/reminder-handlers.ts'
import { registersHandlers, type RegistersParts } from './handlers/registers-handlers.ts'
import { transferHandlers, type TransferParts } from './handlers/transfer-handlers.ts'
import { walletHandlers, type WalletParts } from './handlers/wallet-handlers.ts'

type DomainParts = AllowanceParts &
  AppParts &
  BackupParts &
  BookkeepingParts &
  CatalogParts &
  CheckoutParts &
  ClaimParts &
  CodeParts &
  DraftParts &
  ExternalParts &
  FavouriteParts &
  HistoryParts &
  KioskParts &
  NoteParts &
  PeopleParts &
  PurchaseParts &
  SalesParts &
  ServiceParts &
  RegistersParts &
  ReminderParts &
  SupportParts &
  TransferParts &
  WalletParts

/** The parts created here, from the shell, the events and the signers. */
type OwnParts =
  | 'save'
  | 'print'
  | 'changed'
  | 'drawerFailed'
  | 'learnFee'
  | 'learnFeeForShift'
  | 'learnFeeOnce'
  | 'saved'
  | 'activity'
  | 'active'
  | 'close'
  | 'service'
  | 'reconcile'
  | 'attention'
  | 'purchases'
  | 'allowances'
  | 'claims'
  | 'transfers'

/** Everything that handlers use, from app.ts. */
export interface HandlerParts extends Omit<DomainParts, OwnParts> {
  readonly cashPrices: CashPrices
  readonly shell: Pick<Shell, 'print' | 'reload' | 'openExternal' | 'saveFile' | 'desktop' | 'customerWindow'>
  readonly events: EventBus
  readonly idleTimer: IdleTimer
  readonly onClosed: () => void
}

/** Creates one handler for every request of the contract; each calls a part in a line or two. */
export function createHandlers(options: HandlerParts): Handlers {
  const { shell, events, idleTimer, spending, profiles, services } = options
  const parts: DomainParts = {
    ...options,
    ...spending,
    save: saveFileWith(shell),
    print: () => shell.print(),
    active: () => idleTimer.restart(),
    close: () => options.onClosed(),
    changed: () => events.emit('app.changed'),
    learnFee: (sku) => learnFee({ ...options, ...spending }, sku),
    learnFeeForShift: () => learnFeeForShift({ ...options, ...spending }),
    learnFeeOnce: createFeeOnce({ ...options, ...spending }),
    drawerFailed: () => events.emit('drawer.failed'),
    saved: (profileId) => events.emit('profile.saved', profileId),
    service: () => serviceInUse(profiles, services),
    activity: createActivity({
      ...options,
      ...spending,
      address: options.accounts.address,
      nativeOf: (chainId) =>
        (options.networks.views().find((one) => one.chainId === chainId) ?? findKnownChain(chainId))?.native.symbol ??
        null,
      explorerOf({ chainId, hash }) {
        const network = readNetworks(options.cache).find((one) => one.chainId === chainId)
        return network ? explorerUrl(network.explorerUrl, hash, profiles.current()?.settings ?? null) : null
      },
    }),
  }
  return {
    ...appHandlers(parts),
    ...serviceHandlers(parts),
    ...walletHandlers(parts),
    ...backupHandlers(parts),
    ...kioskHandlers(parts),
    ...salesHandlers(parts),
    ...registersHandlers(parts),
    ...catalogHandlers(parts),
    ...checkoutHandlers(parts),
    ...externalHandlers(parts),
    ...favouriteHandlers(parts),
    ...draftHandlers(parts),
    ...peopleHandlers(parts),
    ...codeHandlers(parts),
    ...purchaseHandlers(parts),
    ...bookkeepingHandlers(parts),
    ...noteHandlers(parts),
    ...reminderHandlers(parts),
    ...allowanceHandlers(parts),
    ...claimHandlers(parts),
    ...transferHandlers(parts),
    ...historyHandlers(parts),
    ...supportHandlers(parts),
  }
}
