import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from 'viem'
import type { RegistersView } from '../../shared/registers/views.ts'
import { cacheMigrations } from '../../main/db/migrations/cache.ts'
import type { WritableDb } from '../../main/db/connections.ts'
import { openDatabase } from '../../main/db/open-database.ts'
import { openTestLedgerFile } from '../db/open-test-ledger-file.ts'
import { reply, type Responder } from '../service/server.ts'
import { createRegisters, type Registers, type RegistersOptions } from '../../main/registers/create-registers.ts'
import type { Register } from '../../main/registers/registers-repository.ts'

export const oaxaca = '0x52908400098527886E0F7030069857D2E4169EE7'
export const puebla = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const merida = '0xde709f2102306220921060314715629080e2fb77'

/** Returns a row of the service's list, made `minutes` before `noon`. */
export const row = (id: number, minutes: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: `t${id}`,
  status: 'COMPLETED',
  productType: 'topup',
  productSku: 'lumo_MX_200-I',
  quantity: '1',
  price: { fiatCurrency: 'MXN', fiatValue: '200.00', stableCoinCurrency: 'USD', stableCoinValue: '11.63' },
  chainId: 7001,
  tokenUsed: 'USDC',
  tokenAmountPaid: 11.75,
  brandName: 'Lumo',
  recordId: id,
  created: new Date(noon - minutes * 60_000).toISOString(),
  blockchainTransactionHash: `0x${String(id).padStart(64, '0')}`,
  ...more,
})

/** The middle of a day and of a month in every time zone. */
export const noon = new Date(2030, 5, 15, 12).getTime()

/** Creates a service that lists these rows by address, newest first, page by page. */
export function lists(of: Record<string, readonly unknown[]>): Responder {
  return (request, response) => {
    const address = request.url.pathname.split('/')[4] ?? ''
    const rows = of[address] ?? []
    const size = Number(request.url.searchParams.get('pageSize'))
    const number = Number(request.url.searchParams.get('pageNumber'))
    if (rows.length === 0) return reply(404, { errorCode: 'TRANSACTIONS_NOT_FOUND' })(request, response)
    const transactions = rows.slice((number - 1) * size, number * size)
    const totals = { totalItems: rows.length, totalPages: Math.ceil(rows.length / size), currentPage: number }
    reply(200, { ...totals, transactions })(request, response)
  }
}

export interface TestRegisters {
  readonly registers: Registers
  readonly ledger: WritableDb
  readonly cache: WritableDb
  readonly seen: RegistersView[]
  /** Waits until no register is being read. */
  untilIdle(): Promise<RegistersView>
  /** Creates the registers again, as after a restart. */
  recreate(): Registers
  dispose(): Promise<void>
}

/** Opens registers over their own databases, which read from `service`. */
export function openTestRegisters(
  service: RegistersOptions['service'],
  now: () => number,
  chosen: readonly Register[] | null = null,
): TestRegisters {
  const folder = mkdtempSync(join(tmpdir(), 'till-registers-'))
  const ledger = openTestLedgerFile(join(folder, 'ledger.db'))
  const cache = openDatabase(join(folder, 'cache.db'), cacheMigrations, 'normal')
  const seen: RegistersView[] = []
  const resting = new Set<(view: RegistersView) => void>()
  const build = (): Registers =>
    createRegisters({
      ledger,
      cache,
      now,
      service,
      explorerOf: (chainId) => (chainId === 7001 ? 'http://127.0.0.1:9/explorer' : ''),
      isOwn: (address: Address) => address === puebla,
      chosen: () => chosen,
      onChange(view) {
        seen.push(view)
        if (view.reading) return
        for (const done of resting) done(view)
        resting.clear()
      },
    })
  let registers = build()
  return {
    ledger,
    cache,
    seen,
    get registers() {
      return registers
    },
    async untilIdle() {
      const view = registers.list()
      return view.reading ? new Promise((done) => resting.add(done)) : view
    },
    recreate: () => (registers = build()),
    async dispose() {
      await registers.stop()
      ledger.close()
      cache.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
