import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'
import { endExternal } from './external/external-repository.ts'
import { isRepeatAlive } from './repeat-repository.ts'

let books: TestLedger
beforeEach(() => void (books = openTestLedger()))
afterEach(() => books.dispose())

it('a purchase that another wallet was asked to pay again is not bought a third time', () => {
  const { ledger } = books.context
  const id = books.store()
  expect(isRepeatAlive(ledger, id)).toBe(false)
  ledger
    .prepare(
      `INSERT INTO external_payments (id, asked_at, counted_at, profile_id, chain_instance, from_address, retry_of, terms, delivery,
         since_block, since_time, nonce, next_block)
       VALUES ('asked', 5, 5, 'profile', '7:0x0', '0x1', ?, '{}', x'00', 4, 5, 3, 5)`,
    )
    .run(id)
  expect(isRepeatAlive(ledger, id)).toBe(true)
  endExternal(ledger, 'asked', 'stopped', 6)
  expect(isRepeatAlive(ledger, id)).toBe(false)
})
