import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { NetworkView } from '../../shared/networks/views.ts'
import { readVariant } from '../catalog/variants-repository.ts'
import { readNetwork } from '../catalog/places/places-repository.ts'
import { checkDelivery } from '../catalog/delivery/check-delivery.ts'
import type { RegexMatcher } from '../catalog/delivery/regex-matcher.ts'
import type { Allowances } from '../allowances/create-allowances.ts'
import type { Claims } from '../claims/create-claims.ts'
import type { Chain } from '../chain/chain.ts'
import type { ForeignPayments } from '../history/foreign-payments.ts'
import type { UnseenTransactions } from '../history/unseen.ts'
import type { Transfers } from '../transfers/create-transfers.ts'
import type { Policy } from '../policy/open-policy.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import type { PurchaseService } from '../purchases/purchase-context.ts'
import { askFaucet } from '../service/operations/ask-faucet.ts'
import type { Variant } from '../service/operations/read-variant.ts'
import { writeSettings } from '../settings/settings-repository.ts'
import type { FileText } from '../shell/file-text.ts'
import type { Shell } from '../shell/shell.ts'
import type { Backups } from '../backup/backups.ts'
import type { Balances } from '../chain/balances/balances.ts'
import { buildChoice } from '../wiring/build-choice.ts'
import type { Drafts } from '../wiring/drafts.ts'
import type { Favourites } from '../wiring/favourites.ts'
import { listNetworkNodes } from '../chain/nodes/network-nodes.ts'
import { remoteService } from '../wiring/profiles.ts'
import type { SpendingLimits } from '../policy/limits.ts'
import type { Services } from '../wiring/services.ts'
import { acceptsFee } from './accepts-fee.ts'
import { backupHandlers, type BackupParts } from './backup-handlers.ts'
import { catalogHandlers, type CatalogParts } from './catalog-handlers.ts'
import { claimHandlers } from './claim-handlers.ts'
import type { Handlers } from './handlers.ts'
import { balancesFor, quoteFor } from './hide-coins.ts'
import { kioskHandlers, type KioskParts } from './kiosk-handlers.ts'
import { salesHandlers, type SalesParts } from './sales-handlers.ts'
import { tillsHandlers, type TillsParts } from './tills-handlers.ts'
import { transferHandlers } from './transfer-handlers.ts'
import { walletHandlers, type WalletParts } from './wallet-handlers.ts'

/** Everything the handlers reach, given by app.ts. */
export interface HandlerParts
  extends
    CatalogParts,
    BackupParts,
    KioskParts,
    Omit<SalesParts, 'print' | 'save'>,
    Omit<WalletParts, 'save'>,
    Omit<TillsParts, 'save'> {
  readonly services: Services
  readonly limits: SpendingLimits
  readonly policy: Pick<Policy, 'refuse'>
  readonly matcher: RegexMatcher
  readonly balances: Balances
  readonly purchases: Purchases
  readonly allowances: Allowances
  readonly claims: Claims
  readonly transfers: Transfers
  readonly foreignPayments: ForeignPayments
  readonly unseen: UnseenTransactions
  readonly backups: Backups
  readonly favourites: Favourites
  readonly drafts: Drafts
  readonly shell: Pick<Shell, 'print' | 'renew' | 'openExternal' | 'saveFile'>
  /** Looks whether the wallet was used elsewhere. */
  lookElsewhere(): void
  networkViews(): NetworkView[]
  /** The chain of a network by its key; null where it is not known, or has no service. */
  chainOf(networkKey: string): Chain | null
  /** Everything that a person must decide, the newest question first. */
  attention(): AttentionView[]
  /** The person did something. */
  active(): void
  onProfileSaved(profileId: string): void
}

/** One handler for every request of the contract, each a line or two over the rooms. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { cache, catalog, vault, accounts, balances, purchases, foreignPayments, favourites, drafts, appView } = parts

  function service(): PurchaseService {
    const current = parts.profiles.current()
    if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
    const found = parts.services.get(current.id)
    if (found === null) throw remoteService()
    return found
  }

  function variant(sku: string): Variant {
    const found = catalog.use((db) => readVariant(db, sku))
    if (found === null) throw new AppError('not-found', 'The product is not on sale any more')
    return found
  }

  function refuseLocked(): void {
    if (appView().wallet !== null && vault.isLocked()) throw new AppError('locked', 'Till is locked')
  }

  async function save(name: string, text: FileText): Promise<{ path: string | null }> {
    const path = await parts.shell.saveFile(name, text).catch((cause: unknown) => {
      const details = { reason: 'not-saved' }
      throw new AppError('not-allowed', 'The file could not be written', { details, cause })
    })
    return { path }
  }

  function explorerPage(of: RequestArgument<'link.open'>): string | null {
    if ('foreignPayment' in of) return foreignPayments.get(of.foreignPayment).explorerUrl
    if ('unseenOn' in of) return parts.unseen.get({ chainInstance: of.unseenOn, address: of.address }).explorerUrl
    if ('till' in of) return parts.tills.explorerPage(of.till, of.purchase)
    if ('transfer' in of) return parts.transfers.get(of.transfer).explorerUrl
    if ('claim' in of) return parts.claims.get(of.claim).explorerUrl
    if ('revocation' in of) return parts.allowances.revocation(of.revocation).explorerUrl
    return purchases.get(of.purchaseId).steps[of.step]?.explorerUrl ?? null
  }

  return {
    'app.get': () => appView(),
    'app.active': () => parts.active(),
    'app.renew': ({ path }) => parts.shell.renew(path),
    'settings.set'(changes) {
      parts.policy.refuse(Object.keys(changes))
      if (changes.lockAfterMinutes !== undefined || changes.idleMinutes !== undefined) {
        refuseLocked()
        if (parts.seat.role() !== 'manager')
          throw new AppError('not-allowed', 'Only the manager may', { details: { reason: 'role' } })
      }
      writeSettings(parts.ledger, changes)
      parts.changed()
      return appView()
    },
    'limits.get': () => parts.limits.read(),
    async 'limits.set'({ limits, password }) {
      await parts.limits.set(limits, password)
      return parts.limits.read()
    },
    async 'profile.test'(input) {
      if (input === 'sandbox') return parts.profiles.test(input)
      const { password = '', ...profile } = input
      if (appView().wallet !== null && parts.profiles.asksOthers(profile)) await vault.verify(password)
      return parts.profiles.test(profile)
    },
    async 'profile.check'({ password = '', ...profile }) {
      const { wallet, settings } = appView()
      if (wallet !== null && parts.profiles.asksOthers(profile)) await vault.verify(password)
      return parts.profiles.check(profile, settings.homeCountry)
    },
    async 'profile.save'(input) {
      parts.policy.refuse(['service'])
      if (input !== 'sandbox' && appView().wallet !== null) await vault.verify(input.password ?? '')
      await parts.profiles.checkNodes(input)
      parts.onProfileSaved(parts.profiles.save(input).id)
      return appView()
    },
    'profile.get': () => parts.profiles.editable(),
    'networks.nodes': ({ fresh }) =>
      listNetworkNodes(
        {
          networks: parts.networkViews(),
          serviceUrl: (key) => readNetwork(cache, key)?.rpcUrl ?? null,
          chain: parts.chainOf,
        },
        fresh,
      ),

    ...walletHandlers({ ...parts, save }),
    ...backupHandlers(parts),
    ...kioskHandlers(parts),
    ...salesHandlers({ ...parts, save, print: parts.shell.print }),
    ...tillsHandlers({ ...parts, save }),
    ...catalogHandlers(parts),
    'networks.list': () => parts.networkViews(),

    async 'wallet.balances'({ fresh }) {
      if (fresh) parts.lookElsewhere()
      return balancesFor(parts.seat.role(), await balances.get(fresh))
    },
    async 'wallet.faucet'() {
      const { faucetUrl } = service().profile
      const address = accounts.address()
      if (address === null) throw new AppError('no-wallet', 'There is no wallet yet')
      if (faucetUrl === undefined) throw new AppError('not-allowed', 'This service has no play money')
      await askFaucet(faucetUrl, address)
      return balances.get(true)
    },

    async 'checkout.check'({ sku, ...delivery }) {
      const { reference, problems } = await checkDelivery(variant(sku), delivery, parts.matcher)
      return { reference, problems }
    },
    'checkout.underWay': ({ sku, reference, fields }) =>
      purchases.underWay(sku, { reference, fields: Object.entries(fields).map(([key, value]) => ({ key, value })) }),
    'checkout.lastWay': () => purchases.list({ text: '', status: null, offset: 0, limit: 1 }).purchases[0] ?? null,
    async 'checkout.quote'(input) {
      const from = service()
      const choice = await buildChoice(catalog, cache, from.profile, parts.matcher, input)
      return quoteFor(parts.seat.role(), await purchases.quote(from, choice, input.purchaseId, input.retryOf))
    },
    async 'checkout.confirm'({ feePassword, ...input }) {
      return purchases.confirm({ ...input, acceptFee: await acceptsFee(vault, feePassword) })
    },

    'favourites.list': () => favourites.list(),
    'favourites.set'(input) {
      parts.policy.refuse(['favourites'])
      return favourites.set(input)
    },
    'drafts.list': () => drafts.list(),
    'drafts.get': ({ id }) => drafts.get(id),
    'drafts.keep': (input) => drafts.keep(input),
    'drafts.remove': ({ id }) => drafts.remove(id),

    'purchases.list': (input) => purchases.list(input),
    'purchases.get': ({ id }) => purchases.get(id),
    'allowances.list': ({ fresh }) => parts.allowances.list(fresh),
    'allowances.offerRevoke': ({ id }) => parts.allowances.offer(id),
    async 'allowances.confirmRevoke'({ offerKey, feePassword }) {
      return parts.allowances.confirm(offerKey, await acceptsFee(vault, feePassword))
    },
    'allowances.offerFee': ({ id, action }) => parts.allowances.offerFee(id, action),
    async 'allowances.confirmFee'({ id, offerKey, feePassword }) {
      return parts.allowances.confirmFee(id, offerKey, await acceptsFee(vault, feePassword))
    },

    ...claimHandlers(parts),
    ...transferHandlers(parts),

    'history.elsewhere': () => foreignPayments.elsewhere(),
    'history.acknowledge'({ hash }) {
      // It silences an alarm about whoever else may have the words.
      refuseLocked()
      foreignPayments.acknowledge(hash)
      return { items: parts.attention() }
    },
    'history.acknowledgeUnseen'({ below, ...account }) {
      refuseLocked()
      parts.unseen.acknowledge(account, below)
      parts.lookElsewhere()
      return { items: parts.attention() }
    },
    'history.saveProof': ({ hash }) => save(`till-payment-${hash.slice(2, 10)}.json`, foreignPayments.proof(hash)),
    'backup.get': () => parts.backups.view(),
    'backup.make': () => parts.backups.make(),
    'ledger.check': refuseRescue,
    'ledger.restore': refuseRescue,
    'ledger.startEmpty': refuseRescue,
    'purchases.retry': ({ id }) => purchases.retry(id),
    'purchases.offerFee': ({ id, action }) => purchases.offerFee(id, action),
    async 'purchases.confirmFee'({ id, offerKey, feePassword }) {
      return purchases.confirmFee(id, offerKey, await acceptsFee(vault, feePassword))
    },
    async 'purchases.reportPayment'({ id }) {
      refuseLocked()
      return purchases.reportPayment(id)
    },
    'purchases.waiveRefund'({ id }) {
      refuseLocked()
      return purchases.waiveRefund(id)
    },
    'purchases.answerRefund'({ id, ...answer }) {
      refuseLocked()
      return purchases.answerRefund(id, answer)
    },
    async 'purchases.correctRegistration'({ id, delivery, intentChain }) {
      refuseLocked()
      if (delivery === null) return purchases.correctRegistration(id, null, intentChain)
      const rules = variant(purchases.get(id).sku)
      const { reference, fields, problems } = await checkDelivery(rules, delivery, parts.matcher)
      if (reference === null || problems.length > 0)
        throw new AppError('fields-invalid', 'Something typed is not right yet')
      return purchases.correctRegistration(id, { reference, fields: [...fields] }, intentChain)
    },
    'purchases.settleAttention': ({ id, reason }) => purchases.settleAttention(id, reason),
    'purchases.proof': ({ id }) => ({ text: purchases.proof(id) }),
    'purchases.saveProof': ({ id }) => save(`till-proof-${id.slice(0, 8)}.json`, purchases.proof(id)),
    'attention.list': () => ({ items: parts.attention() }),
    'receipt.print': async () => void (await parts.shell.print()),

    'budget.get': () => service().budget.view(),
    'connection.get': () =>
      parts.profiles.isRefused()
        ? { service: 'unknown', since: null, error: 'not-allowed' }
        : service().client.connection(),
    async 'link.open'(input) {
      const url = explorerPage(input)
      if (url === null) throw new AppError('not-allowed', 'This page is not one Till opens')
      await parts.shell.openExternal(url).catch((cause: unknown) => {
        const details = { reason: 'no-browser', address: url }
        throw new AppError('not-allowed', 'The system could not open the page', { details, cause })
      })
    },
  }
}

function refuseRescue(): never {
  throw new AppError('not-allowed', 'The ledger is not lost')
}
