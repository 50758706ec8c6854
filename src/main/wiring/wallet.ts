import type { Address } from 'viem'
import { createBalances, type Balances } from '../chain/balances/balances.ts'
import { readLastBalance, writeLastBalance } from '../chain/balances/last-balances-repository.ts'
import { wasUsed } from '../chain/read/nonces/was-used.ts'
import type { WritableDb } from '../db/connections.ts'
import { createArrivalFinder } from '../desktop/find-arrivals.ts'
import type { Clocks } from '../engine/spend-context.ts'
import { hasOpenSteps, readOutflow, readSignedOn, readUnshown } from '../engine/steps/step-repository.ts'
import type { EventBus } from '../events.ts'
import type { EmitToPage } from '../ipc/channel/page-emitter.ts'
import { awaitsExternal } from '../purchases/external/external-repository.ts'
import { hasOpenPurchasesOf } from '../purchases/purchase-repository.ts'
import type { Vault } from '../vault/vault.ts'
import { openAccounts, type Accounts } from '../accounts/accounts.ts'
import type { Networks } from './networks.ts'

export interface WalletOptions extends Clocks {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  readonly vault: Vault
  readonly networks: Networks
  readonly events: EventBus
  readonly emitToPage: EmitToPage
}

/** The accounts of the wallet and their balances. */
export interface Wallet {
  readonly accounts: Accounts
  readonly balances: Balances
  /** Returns whether any payment or transfer of an account is unsettled. */
  isBusy(address: Address): boolean
}

/** Opens the accounts; sends no request to a network. */
export function openWallet({
  ledger,
  cache,
  vault,
  networks,
  events,
  emitToPage,
  now,
  monotonic,
}: WalletOptions): Wallet {
  const isBusy = (address: Address): boolean =>
    hasOpenPurchasesOf(ledger, address) || hasOpenSteps(ledger, address) || awaitsExternal(ledger, { from: address })
  const accounts = openAccounts({
    ledger,
    vault,
    now,
    isBusy,
    wasUsed: (address) => wasUsed(address, networks.current()?.networks ?? []),
    onUsed: () => events.emit('account.used'),
  })
  const finder = createArrivalFinder(monotonic)
  const balances = createBalances({
    address: accounts.address,
    networks: networks.views,
    chain: networks.chainOf,
    // No node names the chain after a start without a connection; what was signed for it is known.
    unshown: ({ chainId }, instance, address, reading) =>
      readUnshown(ledger, instance ?? readSignedOn(ledger, chainId) ?? '', address, reading),
    outflow: (instance, address, token) => readOutflow(ledger, instance, address, token),
    lastKnown: (network, address) => readLastBalance(cache, address, network),
    remember(network, address, view) {
      const arrivals = finder.read(address, network, readLastBalance(cache, address, network), view)
      writeLastBalance(cache, address, network, view)
      if (arrivals.length > 0) events.emit('coins.arrived', arrivals)
    },
    now,
    monotonic,
    onChange: (views) => emitToPage('balances.changed', views),
  })
  return { accounts, balances, isBusy }
}
