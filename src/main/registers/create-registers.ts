import type { Address } from 'viem'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { RegistersView, RegisterView } from '../../shared/registers/views.ts'
import type { WritableDb } from '../db/connections.ts'
import type { KnownExplorers } from '../chain/explorer-url.ts'
import type { RequestBudget } from '../service/budget/request-budget.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { addRegister, assertEditable, changeName } from './edit-registers.ts'
import { createRefresher, type Look } from './refresh-registers.ts'
import { readRegister } from './read-register.ts'
import { createRegisterPages, type RegisterPages, type RegisterPagesOptions } from './register-pages.ts'
import { viewOfRegister } from './register-view.ts'
import { forgetRegister, readRegisterRead, type RegisterList } from './register-purchases-repository.ts'
import { deleteRegister, readRegisters, type Register } from './registers-repository.ts'

/** The parts of the service in use that registers need. */
export interface RegistersService {
  /** See `serviceKey`. */
  readonly key: string
  readonly client: Pick<ServiceClient, 'listTransactions'>
  /** The most rows per page that the service returns. */
  readonly pageSize: number
  readonly budget: Pick<RequestBudget, 'isRush'>
  readonly explorers: KnownExplorers
}

export interface RegistersOptions extends RegisterPagesOptions {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Throws AppError `no-profile`, or `not-allowed` for a service that this window may not use. */
  readonly service: () => RegistersService
  /** Returns whether an address belongs to this wallet. */
  readonly isOwn: (address: Address) => boolean
  /** The policy's registers, which replace the manager's; null if it sets none. */
  readonly chosen: () => readonly Register[] | null
  readonly onChange: (view: RegistersView) => void
}

/** Other registers, followed by their wallet addresses alone. */
export interface Registers extends RegisterPages {
  list(): RegistersView
  /** Throws AppError `invalid-input` or `not-allowed`, with a reason. */
  add(name: string, address: string): RegistersView
  rename(address: Address, name: string): RegistersView
  remove(address: Address): RegistersView
  refresh(input: RequestArgument<'registers.refresh'>): RegistersView
  stop(): Promise<void>
}

/** Opening the page does not poll registers read more recently than this. */
const FRESH_MS = 10 * 60_000

/** Opens the registers of the ledger; only `refresh` sends requests to the service. */
export function createRegisters(options: RegistersOptions): Registers {
  const { ledger, cache, now, service, chosen, isOwn } = options
  const refresher = createRefresher({
    async read({ address, how }, signal) {
      const { client, pageSize } = service()
      await readRegister({ cache, now, client, pageSize }, listOf(address), how, signal)
      // The register may have been removed from the list meanwhile.
      if (!all().some((register) => register.address === address)) forgetRegister(cache, address)
    },
    budget: () => service().budget,
    onChange: () => options.onChange(list()),
  })

  const all = (): readonly Register[] => chosen() ?? readRegisters(ledger)
  const listOf = (address: Address): RegisterList => ({ service: service().key, address })
  const find = (address: Address): Register => findRegister(all(), address)

  function view(register: Register): RegisterView {
    const { address } = register
    return {
      ...viewOfRegister(cache, listOf(address), register, now()),
      own: isOwn(address),
      state: refresher.stateOf(address),
      problem: refresher.problemOf(address),
    }
  }

  function list(): RegistersView {
    const registers = all().map(view)
    return { registers, byPolicy: chosen() !== null, reading: refresher.isReading(), stopped: refresher.stopped() }
  }

  function readAt({ address }: Register): number {
    return readRegisterRead(cache, listOf(address))?.readAt ?? 0
  }

  return {
    list,
    add(name, text) {
      assertEditable(chosen())
      addRegister(ledger, name, text)
      return list()
    },
    rename(address, text) {
      assertEditable(chosen())
      changeName(ledger, find(address), text)
      return list()
    },
    remove(address) {
      assertEditable(chosen())
      const register = find(address)
      refresher.drop(register.address)
      deleteRegister(ledger, register.address)
      forgetRegister(cache, register.address)
      return list()
    },
    refresh({ address, how }) {
      const selected = address === null ? all() : [find(address)]
      const reads = selected.map((register) => ({ address: register.address, readAt: readAt(register) }))
      refresher.begin(looksFor(reads, how, now()))
      return list()
    },
    ...createRegisterPages(options, find, view),
    stop: refresher.stop,
  }
}

function findRegister(registers: readonly Register[], address: Address): Register {
  const found = registers.find((register) => register.address.toLowerCase() === address.toLowerCase())
  if (found === undefined) throw new AppError('not-found', 'There is no such register')
  return found
}

/** Returns what to read of registers at `now` (epoch ms), those read longest ago first. */
function looksFor(
  reads: readonly { readonly address: Address; readonly readAt: number }[],
  how: RequestArgument<'registers.refresh'>['how'],
  now: number,
): Look[] {
  const due = how === 'if-old' ? reads.filter(({ readAt }) => readAt <= now - FRESH_MS) : reads
  return due
    .toSorted((a, b) => a.readAt - b.readAt)
    .map(({ address }) => ({ address, how: how === 'older' ? 'older' : 'newest' }))
}
