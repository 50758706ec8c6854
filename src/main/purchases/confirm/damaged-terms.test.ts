import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PurchaseEvent } from '../../../shared/purchases/state.ts'
import { listCurrentOf } from '../list-repository.ts'
import { wasPaidWith } from '../quote/paid-repository.ts'
import { openTestLedger, terms, type TestLedger } from '../../../testing/purchases/ledger.ts'

const confirmed: PurchaseEvent[] = [{ type: 'mined' }, { type: 'confirmed' }]
let home: TestLedger
beforeEach(() => {
  home = openTestLedger()
})
afterEach(() => home.dispose())

describe('a purchase whose terms are damaged JSON', () => {
  const damage = (): void => {
    const id = home.store({ events: confirmed })
    home.context.ledger.prepare('UPDATE purchases SET terms = substr(terms, 1, 40) WHERE id = ?').run(id)
  }

  it('does not block buying the same product', () => {
    const id = home.store({ events: confirmed })
    damage()
    expect(listCurrentOf(home.context.ledger, terms.product.sku, Infinity)).toMatchObject([{ id }])
  })

  it('does not block paying with the same coin', () => {
    damage()
    home.store({ events: confirmed })
    const { address: token, symbol, decimals } = terms.token
    expect(wasPaidWith(home.context.ledger, { chainInstance: '7:0x0', token, symbol, decimals })).toBe(true)
  })
})
