import type { Hash } from 'viem'
import type { WritableDb } from '../../src/main/db/connections.ts'
import type { Choice } from '../../src/main/purchases/quote/offer.ts'
import type { SimReceipt } from '../world/sim-chain.ts'
import { key } from '../world/sim-state.ts'
import type { SimTransaction } from '../world/sim-transaction.ts'
import { findEscrowContracts } from '../../src/main/chain/guard/escrow-contracts.ts'
import { buy } from './buy.ts'
import type { AppProcess } from './app-process.ts'
import { readShown } from './read-shown.ts'
import { callOf } from './watch-escrow.ts'
import { CHAIN_ID, contracts, payees, type World } from './simulation.ts'

/** What a person would buy now. `repeatOf` names an unpaid purchase that Till offers to buy again. */
export interface NextPurchase {
  readonly repeatOf: string | null
}

/** Nobody tries more often. */
const MAX_PURCHASES = 4
const PAUSE_MS = 5_000
/** The selector of `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb'

/** Whether Till shows a payment that this ledger did not make, or asks about one. */
export function isNotifiedOfOther(world: World, appProcess: AppProcess): boolean {
  const { elsewhere, raised } = readShown(appProcess.ledger)
  return [...elsewhere, ...raised].some((hash) => !world.others.has(hash as Hash)) || knowsOfOther(world, appProcess)
}

/**
 * Whether the person knows of another payment, from Till's list or the block explorer, and so does not buy again.
 * A question from Till alone does not tell them.
 */
function knowsOfOther(world: World, { ledger, unseen }: AppProcess): boolean {
  if ([...readShown(ledger).elsewhere].some((hash) => !world.others.has(hash as Hash))) return true
  return unseen.attention().length > 0 && isPaidByOther(world, ledger)
}

/** Whether the block explorer shows a payment of the account that this ledger did not sign, mined or pending. */
function isPaidByOther({ chain, account, others }: World, ledger: WritableDb): boolean {
  const own = readShown(ledger).own
  const isPayment = ({ from, hash, transfers }: SimReceipt): boolean =>
    key(from) === key(account.address) &&
    !own.has(hash) &&
    !others.has(hash) &&
    transfers.some(({ to }) => payees.some((payee) => key(to) === key(payee)))
  const isWaiting = ({ from, hash, to, data }: SimTransaction): boolean =>
    key(from) === key(account.address) &&
    !own.has(hash) &&
    !others.has(hash) &&
    (key(to) === key(contracts.router) || data.startsWith(TRANSFER) || callOf(data) === 'requestERC20Service')
  return chain.blocks().some(({ receipts }) => receipts.some(isPayment)) || chain.pool().some(isWaiting)
}

/** Answers about transactions that no node shows: the person checks the block explorer and says so if none is a payment. */
function answerUnseen(world: World, appProcess: AppProcess): void {
  const questions = appProcess.unseen.attention()
  if (questions.length === 0 || isPaidByOther(world, appProcess.ledger)) return
  for (const { transactions } of questions) {
    appProcess.unseen.acknowledge(transactions, transactions.below)
    appProcess.reconcile()
  }
}

/** Reports a payment with an unproven end to the service, once the person sees on the block explorer that it was paid. */
async function reportUnproven({ chain }: World, { purchases }: AppProcess): Promise<void> {
  for (const { reason, purchase } of purchases.attention()) {
    if (reason !== 'payment-dropped' || purchase.waitingFor?.what !== 'proof') continue
    const hash = purchase.steps.find(({ kind }) => kind === 'pay')?.hash
    const isPaid = chain.blocks().some(({ receipts }) => receipts.some((one) => one.hash === hash && one.succeeded))
    if (isPaid) await purchases.reportPayment(purchase.id)
  }
}

/** Returns what a person who wants one product still has to buy: it again, while Till shows that it was not paid and offers that. */
export function nextPurchase(world: World, appProcess: AppProcess): NextPurchase | null {
  if (knowsOfOther(world, appProcess)) return null
  const { purchases, ledger } = appProcess
  const stored = ledger.prepare('SELECT id FROM purchases').all() as { id: string }[]
  if (stored.length === 0) return { repeatOf: null }
  if (stored.length >= MAX_PURCHASES) return null
  const unpaid = stored
    .map(({ id }) => purchases.get(id))
    .find((view) => view.status === 'not-paid' && view.repeatedBy.length === 0)
  return unpaid ? { repeatOf: unpaid.id } : null
}

/** Acts as a person who tries until Till shows the purchase under way, and buys again whenever Till offers it. */
export async function buyUntilPaid(world: World, appProcess: AppProcess): Promise<void> {
  while (!appProcess.points.ended) {
    try {
      answerUnseen(world, appProcess)
      const next = nextPurchase(world, appProcess)
      if (next === null) await reportUnproven(world, appProcess)
      else await buy(appProcess.purchases, appProcess.service, choiceOf(world), next.repeatOf)
    } catch {
      // The next try comes after the pause.
    }
    if (!appProcess.points.ended) await world.clock.sleep(PAUSE_MS)
  }
}

/** Returns what is bought in a simulation of the given shape. */
export function choiceOf({ shape, network }: Pick<World, 'shape' | 'network'>): Choice {
  const token = contracts.tokens[shape === 'transfer' ? 0 : 1]
  if (!token) throw new Error('No token')
  const isEscrow = shape === 'escrow'
  return {
    product: {
      sku: 'oak_US_5-I',
      brandSlug: 'oak',
      brandName: 'Oak',
      productType: 'topup',
      country: 'US',
      image: null,
      facts: null,
      fiatCurrency: 'USD',
      evmServiceId: isEscrow ? serviceId : null,
      listed: null,
      fiatValue: '5',
    },
    network: {
      key: 'sim',
      name: 'Simulated',
      chainId: CHAIN_ID,
      rpcUrls: [...network.urls],
      explorerUrl: '',
      nativeSymbol: 'ETH',
      nativeAddress: `0x${'e'.repeat(40)}`,
      protocolContracts: isEscrow ? Object.values(escrowNames) : [contracts.router],
      escrow: isEscrow ? findEscrowContracts(escrowNames) : null,
    },
    token: { ...token, key: token.symbol.toLowerCase(), minAllowance: null, maxAllowance: null },
    delivery: { reference: '+12015550123', fields: [] },
    money: null,
  }
}

const { escrow } = contracts
const serviceId = Number(escrow.services[0]?.id)
/** The contracts of an escrow, by their names in the interface. */
const escrowNames = {
  BandoRouterProxy: escrow.router,
  BandoERC20FulfillableProxy: escrow.vault,
  FulfillableRegistryProxy: escrow.registry,
  ERC20TokenRegistryProxy: escrow.tokenRegistry,
}
