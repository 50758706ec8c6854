import { z } from 'zod'
import { profileSchema } from './services/profile.ts'
import { addressView } from './wallet/account-views.ts'
import { allowanceRequests } from './allowances/contract.ts'
import { allowancesView } from './allowances/views.ts'
import { attentionListView } from './purchases/attention-views.ts'
import {
  brandTileView,
  browseInput,
  catalogStatusView,
  changeKinds,
  changeView,
  facetsView,
  facetView,
  productRowView,
  sorts,
} from './catalog/views.ts'
import { claimRequests } from './claims/contract.ts'
import { claimView } from './claims/views.ts'
import { backupRequests } from './backup/contract.ts'
import { backupView, spendElsewhereView } from './history/views.ts'
import { networkNodesView } from './networks/node-views.ts'
import { draftRowView, draftView, favouriteKinds, favouritesView } from './favourites/views.ts'
import { kioskRequests } from './kiosk/contract.ts'
import { limitsView } from './limits/views.ts'
import { attentionReasons, personStatuses, refundWords } from './purchases/state.ts'
import { profileRequests } from './services/contract.ts'
import {
  appView,
  balanceView,
  countryView,
  feeActions,
  feeOfferView,
  feePassword,
  networkView,
  purchaseRowView,
  purchaseView,
  quoteView,
  settingsView,
  variantView,
} from './views.ts'
import { budgetView, connectionView } from './services/views.ts'
import { lastWayView, purchaseMoveView, underWayView } from './checkout/clerk-views.ts'
import { salesRequests } from './sales/contract.ts'
import { tillsRequests } from './registers/contract.ts'
import { tillsView } from './registers/views.ts'
import { transferRequests } from './transfers/contract.ts'
import { transferView } from './transfers/views.ts'
import { walletRequests } from './wallet/contract.ts'

const nothing = z.undefined()
const chainInstance = z.string().regex(/^\d{1,16}:0x[0-9a-f]{64}$/)
const foreignHash = z.string().regex(/^0x[0-9a-f]{64}$/)
const page = { offset: z.int().min(0).default(0), limit: z.int().min(1).max(200).default(60) }
/** Values a person typed for a product: the delivery reference and the required fields by name. */
const delivery = {
  sku: z.string().min(1).max(300),
  reference: z.string().max(500),
  fields: z.record(z.string().max(200), z.string().max(2000)),
}

/** Every request that a page may send to main, with the schemas of its input and output. */
export const requests = {
  'app.get': { input: nothing, output: appView },
  /** Reports that the person touched something: postpones the automatic lock. */
  'app.active': { input: nothing, output: z.void() },
  /** Opens the page at a path of its own in a new renderer: what was typed and shown goes away with the old one. */
  'app.renew': {
    input: z.object({
      path: z
        .string()
        .regex(/^\/[\w/?=&-]*$/)
        .max(200),
    }),
    output: z.void(),
  },
  'settings.set': { input: settingsView.partial(), output: appView },

  'limits.get': { input: nothing, output: limitsView },
  /** Limits what may be spent from now on; asks for the password every time. */
  'limits.set': { input: z.object({ limits: limitsView, password: z.string().min(1).max(1000) }), output: limitsView },

  ...profileRequests,
  /** Returns the state of each network's nodes; with `fresh`, asks each for its newest block first. */
  'networks.nodes': { input: z.object({ fresh: z.boolean() }), output: z.array(networkNodesView) },
  ...walletRequests,
  ...kioskRequests,
  ...salesRequests,
  ...backupRequests,

  'catalog.status': { input: nothing, output: catalogStatusView },
  'catalog.refresh': { input: nothing, output: catalogStatusView },
  'catalog.browse': {
    input: browseInput.extend({ sort: z.enum(sorts).default('best'), ...page }),
    output: z.object({ brands: z.array(brandTileView), total: z.int() }),
  },
  /** Finds single products, best first; of many only the best can be paged through. */
  'catalog.search': {
    input: browseInput.extend({ sort: z.enum(sorts).default('best'), ...page }),
    output: z.object({
      products: z.array(productRowView),
      /** How many can be paged through; `catalog.facets` tells how many there are. */
      ranked: z.int(),
      /** What was found, to be marked: beginnings of words as typed or meant, whole numbers, and numbers with their unit ("5 gb"). */
      marks: z.array(z.string()),
      /** Words typed that nothing begins with, and what was looked for instead, the likeliest first. */
      mended: z.array(z.object({ typed: z.string(), meant: z.array(z.string()) })),
      /** Where little was found: the amount typed, whether anything costs just that, and searches with those nearest to it. */
      nearest: z.object({ typed: z.string(), isThere: z.boolean(), searches: z.array(z.string()) }).nullable(),
    }),
  },
  /** Counts products by filter, with price ranges in `currency` (ISO 4217) if one is named. */
  'catalog.facets': {
    input: browseInput.extend({ currency: z.string().length(3).nullable().default(null) }),
    output: facetsView,
  },
  /** Lists what changed since the person last looked, newest first, with the number of each kind and of what is starred or bought. */
  'catalog.changes': {
    input: z.object({ kind: z.enum(changeKinds).nullable().default(null), yours: z.boolean().default(false), ...page }),
    output: z.object({
      since: z.iso.datetime().nullable(),
      counts: z.record(z.enum(changeKinds), z.int()),
      yours: z.int(),
      changes: z.array(changeView),
    }),
  },
  /** Marks the changes until now as seen. */
  'catalog.looked': { input: nothing, output: z.void() },
  /** Returns a brand, and what it sells in one country: the first of `prefer` in which it sells anything, otherwise its first. */
  'catalog.brand': {
    input: z.object({ slug: z.string().max(300), prefer: z.array(z.string().length(2)).max(8).default([]) }),
    output: z.object({
      brand: brandTileView,
      /** Every country it sells in, by English name, with how many variants are there. */
      countries: z.array(facetView),
      /** The country whose variants these are; null for a brand that names none. */
      country: z.string().nullable(),
      variants: z.array(variantView),
    }),
  },
  'catalog.variant': { input: z.object({ sku: z.string().max(300) }), output: variantView },
  /**
   * Finds the phone number in what was typed, a national one as of the country `near`, and the text beside it; not `whole` while the number
   * is incomplete.
   */
  'phone.find': {
    input: z.object({ text: z.string().max(200), near: z.string().length(2).nullable().default(null) }),
    output: z
      .object({ country: z.string().length(2), number: z.string(), whole: z.boolean(), rest: z.string() })
      .nullable(),
  },
  'countries.list': { input: nothing, output: z.array(countryView) },
  'networks.list': { input: nothing, output: z.array(networkView) },

  /** Returns the wallet's balances; to a clerk only which coins are empty. */
  'wallet.balances': { input: z.object({ fresh: z.boolean().default(false) }), output: z.array(balanceView) },
  /** Asks the profile's faucet for play money. */
  'wallet.faucet': { input: nothing, output: z.array(balanceView) },

  ...tillsRequests,
  ...transferRequests,

  ...allowanceRequests,
  ...claimRequests,

  /** Checks what was typed with the service's regexes; an empty list of problems means it can be quoted. */
  'checkout.check': {
    input: z.object(delivery),
    output: z.object({
      /** The reference as it will be sent (phone numbers in international form), null while it is not valid. */
      reference: z.string().nullable(),
      problems: z.array(
        z.object({
          /** A required field's name, or null for the reference. */
          field: z.string().nullable(),
          problem: z.enum([
            'missing',
            'pattern',
            'too-short',
            'too-long',
            'wrong-country',
            'not-a-phone',
            'not-an-email',
          ]),
          /** The country the problem speaks of (ISO alpha-2), where it speaks of one. */
          country: z.string().nullable(),
        }),
      ),
    }),
  },
  /** Lists purchases of the same product for the same recipient that are paid or being paid and not delivered yet, the newest first. */
  'checkout.underWay': { input: z.object(delivery), output: z.array(underWayView) },
  /** Returns the payment method that was used last; null before the first payment. */
  'checkout.lastWay': { input: nothing, output: lastWayView.nullable() },
  /**
   * Prices a purchase: one quote of the service, judged by the guard, with everything that keeps it from being paid. A clerk does not learn
   * how much the wallet is short of.
   */
  'checkout.quote': {
    input: z.object({
      ...delivery,
      networkKey: z.string().max(200),
      tokenKey: z.string().max(200),
      /** The purchase that an earlier quote of this checkout named; null for the first. */
      purchaseId: z.uuid().nullable().default(null),
      /** The purchase that was never paid and that this one stands in for; refused while that one may still be paid. */
      retryOf: z.uuid().nullable().default(null),
    }),
    output: quoteView,
  },
  /** Authorizes exactly the quote that was shown; returns as soon as the signed payment is stored. */
  'checkout.confirm': {
    input: z.object({
      purchaseId: z.uuid(),
      quoteKey: z.uuid(),
      totalAmount: z.string(),
      recipient: z.string(),
      acceptTerms: z.boolean(),
      /** A coin of which Till itself knows nothing, or that has the name of another. */
      acceptCoin: z.boolean(),
      acceptNewRecipient: z.boolean(),
      acceptNotSimulated: z.boolean(),
      /** The total as the person typed it, where it is far above the catalog's price (`price-above`). */
      typedTotal: z.string().max(100).nullable().default(null),
      feePassword,
      /** What was prepared and becomes this purchase, gone in the same moment; refused where it was bought already. */
      draftId: z.uuid().nullable().default(null),
    }),
    output: purchaseView,
  },

  'favourites.list': { input: nothing, output: favouritesView },
  /** Stars a brand (`key` is its slug) or a product (its SKU), or removes the star; starring again remembers today's price. */
  'favourites.set': {
    input: z.object({ kind: z.enum(favouriteKinds), key: z.string().min(1).max(300), starred: z.boolean() }),
    output: favouritesView,
  },
  /** Lists everything saved for later with the service in use, the latest first; recipients are masked while Till is locked. */
  'drafts.list': { input: nothing, output: z.array(draftRowView) },
  /** Returns a draft. AppError `locked` before an unlock: what was typed is not sent to a locked page. */
  'drafts.get': { input: z.object({ id: z.uuid() }), output: draftView },
  /** Saves what was typed so far, without checking, pricing or paying anything; `id` names the draft that it changes. */
  'drafts.keep': {
    input: z.object({
      id: z.uuid().nullable().default(null),
      ...delivery,
      way: z.object({ networkKey: z.string().max(200), tokenKey: z.string().max(200) }).nullable(),
    }),
    output: draftView,
  },
  'drafts.remove': { input: z.object({ id: z.uuid() }), output: z.array(draftRowView) },

  'purchases.list': {
    input: z.object({
      text: z.string().max(200).default(''),
      status: z.enum(personStatuses).nullable().default(null),
      ...page,
    }),
    output: z.object({ purchases: z.array(purchaseRowView), total: z.int() }),
  },
  'purchases.get': { input: z.object({ id: z.uuid() }), output: purchaseView },
  /** Lists purchases with this wallet that another Till made and the service knows, newest first. */
  'history.elsewhere': { input: nothing, output: z.array(spendElsewhereView) },
  /** Marks a payment that neither this Till nor the service explains as known to the person: Till does not ask about it again. */
  'history.acknowledge': { input: z.object({ hash: foreignHash }), output: attentionListView },
  /**
   * Marks the transactions below a nonce that no node shows as checked by the person: the account may pay again. AppError `locked`;
   * `not-found` if Till asks about others by now.
   */
  'history.acknowledgeUnseen': {
    input: z.object({ chainInstance, address: addressView, below: z.int() }),
    output: attentionListView,
  },
  /** Saves what is known of such a payment where the person chooses; null if they changed their mind. */
  'history.saveProof': { input: z.object({ hash: foreignHash }), output: z.object({ path: z.string().nullable() }) },
  'backup.get': { input: nothing, output: backupView },
  'backup.make': { input: nothing, output: backupView },
  /** Checks again for a ledger that is missing or cannot be read, and starts with it; only while that is so. */
  'ledger.check': { input: nothing, output: z.void() },
  /** Puts the newest good copy in the place of a ledger that is missing or cannot be read; only while that is so. */
  'ledger.restore': { input: nothing, output: z.void() },
  /** Puts an empty ledger in the place of one that is missing or cannot be read; only while that is so, and there is no good copy. */
  'ledger.startEmpty': { input: nothing, output: z.void() },
  /** Tries the next open step now, within the request budget. */
  'purchases.retry': { input: z.object({ id: z.uuid() }), output: purchaseView },
  'purchases.offerFee': { input: z.object({ id: z.uuid(), action: z.enum(feeActions) }), output: feeOfferView },
  'purchases.confirmFee': { input: z.object({ id: z.uuid(), offerKey: z.uuid(), feePassword }), output: purchaseView },
  /** Stores the answer whether a transfer is the refund, or a part of it; AppError `locked`, or `not-allowed` if it is not asked. */
  'purchases.answerRefund': {
    input: z.object({ id: z.uuid(), hash: foreignHash, place: z.int().nullable(), word: z.enum(refundWords) }),
    output: purchaseView,
  },
  /** Reports to the service a payment that is in a final block and whose result no node shows; the service finds it out. */
  'purchases.reportPayment': { input: z.object({ id: z.uuid() }), output: purchaseView },
  'purchases.waiveRefund': { input: z.object({ id: z.uuid() }), output: purchaseView },
  /**
   * Registers a payment again that the service refused, with other details or another name of its network, under a new key; returns once they are stored, or once the
   * service's list shows the payment after all. Reads the whole list twice, so it takes seconds.
   */
  'purchases.correctRegistration': {
    input: z.object({
      id: z.uuid(),
      /** Null leaves it as it was told before: its product may be gone from the catalog. */
      delivery: z.object({ reference: delivery.reference, fields: delivery.fields }).nullable(),
      /** How the network is named; as the service’s profile says where left out. */
      intentChain: profileSchema.shape.intentChain.removeDefault().optional(),
    }),
    output: purchaseView,
  },
  /**
   * Marks that the person has seen what `reason` says and takes care of it; refused if something else is asked, or Till still needs an
   * answer.
   */
  'purchases.settleAttention': {
    input: z.object({ id: z.uuid(), reason: z.enum(attentionReasons) }),
    output: purchaseView,
  },
  /** Returns everything that proves a purchase, as JSON text for the service's support; holds no key and no token. */
  'purchases.proof': { input: z.object({ id: z.uuid() }), output: z.object({ text: z.string() }) },
  /** Saves the proof where the person chooses, or in the shell's downloads; null if they changed their mind. */
  'purchases.saveProof': { input: z.object({ id: z.uuid() }), output: z.object({ path: z.string().nullable() }) },
  /** Lists everything that a person must decide, the newest question first. */
  'attention.list': { input: nothing, output: attentionListView },
  /** Prints the receipt that the page shows, if the shell can. */
  'receipt.print': { input: nothing, output: z.void() },

  'budget.get': { input: nothing, output: budgetView },
  'connection.get': { input: nothing, output: connectionView },
  /**
   * Opens a block explorer's page in the system's browser: of a purchase's step, a transfer, a revocation, a claimed refund, an unexplained
   * payment, an account with transactions that no node shows, or another register's purchase. Refused for unknown hosts.
   */
  'link.open': {
    input: z.union([
      z.object({ purchaseId: z.uuid(), step: z.int().min(0) }),
      z.object({ transfer: z.uuid() }),
      z.object({ revocation: z.uuid() }),
      z.object({ claim: z.uuid() }),
      z.object({ foreignPayment: foreignHash }),
      z.object({ unseenOn: chainInstance, address: addressView }),
      z.object({ till: addressView, purchase: z.string().max(200) }),
    ]),
    output: z.void(),
  },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

/** Every event that main sends. */
export const events = {
  'app.changed': appView,
  'catalog.changed': catalogStatusView,
  'budget.changed': budgetView,
  'connection.changed': connectionView,
  /** As in `wallet.balances`. */
  'balances.changed': z.array(balanceView),
  'allowances.changed': allowancesView,
  'claim.changed': claimView,
  'transfer.changed': transferView,
  'purchase.changed': purchaseRowView,
  /** A purchase changed; its cost is left out. */
  'purchase.moved': purchaseMoveView,
  /** Something that a person must decide changed without a change of a purchase. */
  'attention.changed': attentionListView,
  /** A register was read, or will not be for now. */
  'tills.changed': tillsView,
} as const satisfies Record<string, z.ZodType>

export type RequestName = keyof typeof requests
export type RequestInput<N extends RequestName> = z.input<(typeof requests)[N]['input']>
/** What a handler receives: parsed, with defaults filled in. */
export type RequestArgument<N extends RequestName> = z.output<(typeof requests)[N]['input']>
export type RequestOutput<N extends RequestName> = z.output<(typeof requests)[N]['output']>

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.output<(typeof events)[N]>

/** What crosses the bridge as an answer: a value, or an error's code, message and details. */
export type Reply =
  | { ok: true; value: unknown }
  | { ok: false; error: { code: string; message: string; details?: Record<string, string | number | boolean | null> } }

/** What the preload (or the Chromium shell's binding) gives the page as `window.till`. */
export interface TillBridge {
  request(name: string, input: unknown): Promise<Reply>
  on(name: string, listener: (payload: unknown) => void): () => void
}
