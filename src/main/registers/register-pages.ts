import type { Address } from 'viem'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import type { RegisterPurchaseView, RegisterView } from '../../shared/registers/views.ts'
import { explorerUrl, type KnownExplorers } from '../chain/explorer-url.ts'
import type { ReadableDb } from '../db/connections.ts'
import {
  countRegisterPurchases,
  listRegisterPurchases,
  readRegisterPurchase,
  readRegisterRead,
  type RegisterList,
} from './register-purchases-repository.ts'
import type { RegisterPurchase } from './parse-register-purchase.ts'
import type { Register } from './registers-repository.ts'

export interface RegisterPagesOptions {
  readonly cache: ReadableDb
  readonly service: () => { readonly key: string; readonly explorers: KnownExplorers }
  /** Returns a network's block explorer as the service lists it; '' if it lists none. */
  readonly explorerOf: (chainId: number) => string
}

/** Everything known of a register, a page at a time, newest purchases first. */
export interface ExportedRegister {
  readonly register: Register
  /** When the newest page was read, in epoch milliseconds; null before the first time. */
  readonly readAt: number | null
  readonly pages: Iterable<readonly RegisterPurchase[]>
}

/** Shows the purchases of registers as they were read last. */
export interface RegisterPages {
  purchases(input: RequestArgument<'registers.purchases'>): RequestOutput<'registers.purchases'>
  /** Throws AppError `not-found`. */
  exported(address: Address): ExportedRegister
  /** Returns the block explorer's page of a purchase's payment; null if Till opens none. */
  explorerPage(address: Address, id: string): string | null
}

const EXPORTED_AT_ONCE = 200

/** Creates the pages; `find` throws AppError `not-found`. */
export function createRegisterPages(
  { cache, service, explorerOf }: RegisterPagesOptions,
  find: (address: Address) => Register,
  viewOf: (register: Register) => RegisterView,
): RegisterPages {
  const listOf = ({ address }: Register): RegisterList => ({ service: service().key, address })

  function withExplorer({ chainId, at, ...purchase }: RegisterPurchase): RegisterPurchaseView {
    const explorer = chainId === null ? '' : explorerOf(chainId)
    const { hash } = purchase
    return {
      ...purchase,
      at: new Date(at).toISOString(),
      explorerUrl: hash === null ? null : explorerUrl(explorer, hash, service().explorers),
    }
  }

  return {
    purchases({ address, outcome, offset, limit }) {
      const register = find(address)
      const list = listOf(register)
      return {
        register: viewOf(register),
        purchases: listRegisterPurchases(cache, list, { outcome, offset, limit }).map(withExplorer),
        total: countRegisterPurchases(cache, list, outcome),
      }
    },
    exported(address) {
      const register = find(address)
      const list = listOf(register)
      return { register, readAt: readRegisterRead(cache, list)?.readAt ?? null, pages: pagesOf(cache, list) }
    },
    explorerPage(address, id) {
      const purchase = readRegisterPurchase(cache, listOf(find(address)), id)
      return purchase === null ? null : withExplorer(purchase).explorerUrl
    },
  }
}

function* pagesOf(cache: ReadableDb, list: RegisterList): Generator<RegisterPurchase[]> {
  for (let offset = 0; ; offset += EXPORTED_AT_ONCE) {
    const page = listRegisterPurchases(cache, list, { outcome: null, offset, limit: EXPORTED_AT_ONCE })
    if (page.length === 0) return
    yield page
  }
}
