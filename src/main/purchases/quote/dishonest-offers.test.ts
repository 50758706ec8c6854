import { zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestSandbox, otherTopup, type TestSandbox, type TestTill } from '../../../testing/purchases/context.ts'
import { expectNothing, stranger } from '../../../testing/purchases/nothing-stored.ts'
import type { NetworkKey } from '../../../testing/purchases/sandbox-controls.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox?.stop())
afterEach(() => sandbox.reset())

describe('a dishonest offer', () => {
  let till: TestTill
  beforeAll(async () => {
    till = await sandbox.till()
  })
  const pay = (till: TestTill, network: NetworkKey = 'harbour'): string =>
    sandbox.network(network).tokens[0]?.address ?? till.address

  const lies: [string, NetworkKey, string, (till: TestTill) => Record<string, unknown>][] = [
    ['another chain', 'harbour', 'wrong-chain', () => ({ transactionRequest: { chainId: 1 } })],
    [
      'the payer as recipient',
      'harbour',
      'bad-recipient',
      ({ address }) => ({ call: { kind: 'transfer', to: address } }),
    ],
    ['the token as recipient', 'harbour', 'bad-recipient', (t) => ({ call: { kind: 'transfer', to: pay(t) } })],
    [
      'the zero address as recipient',
      'harbour',
      'bad-recipient',
      () => ({ call: { kind: 'transfer', to: zeroAddress } }),
    ],
    ['another amount', 'harbour', 'wrong-amount', () => ({ call: { kind: 'transfer', units: '5075001' } })],
    ['another total', 'harbour', 'wrong-amount', () => ({ quote: { totalAmount: '1' } })],
    [
      'a total of zero',
      'harbour',
      'wrong-amount',
      () => ({ quote: { totalAmount: '0' }, call: { kind: 'transfer', units: '0' } }),
    ],
    ['native coins as well', 'harbour', 'wrong-value', () => ({ transactionRequest: { value: '0x1' } })],
    ['an approval without limit', 'harbour', 'unknown-call', () => ({ call: { kind: 'approve', spender: stranger } })],
    ['an approval without limit', 'meadow', 'unknown-call', () => ({ call: { kind: 'approve', spender: stranger } })],
    ['an unknown call', 'harbour', 'unknown-call', () => ({ transactionRequest: { data: '0x12345678' } })],
    ['a call of an unnamed contract', 'meadow', 'unknown-call', () => ({ transactionRequest: { to: stranger } })],
    [
      'another token',
      'harbour',
      'wrong-token',
      (t) => ({ transactionRequest: { to: sandbox.network('harbour').tokens[1]?.address ?? t.address } }),
    ],
    [
      'a fee far too high',
      'harbour',
      'fee-too-high',
      () => ({ transactionRequest: { maxFeePerGas: '0xffffffffffffff' } }),
    ],
    [
      'far too much gas',
      'harbour',
      'gas-too-high',
      () => ({ transactionRequest: { gas: '3000000', gasLimit: '3000000' } }),
    ],
    ['two gas limits', 'harbour', 'gas-contradiction', () => ({ transactionRequest: { gas: '70000' } })],
    ['another product', 'harbour', 'wrong-product', () => ({ quote: { sku: otherTopup } })],
    ['another currency', 'harbour', 'wrong-fiat', () => ({ quote: { fiatCurrency: 'EUR' } })],
    ['another price in the same currency', 'harbour', 'wrong-fiat', () => ({ quote: { fiatAmount: '50.00' } })],
    ['another coin', 'harbour', 'wrong-coin', () => ({ quote: { digitalAsset: 'DAI' } })],
  ]
  it.each(lies)('with %s (%s) is refused: %s', async (_, network, detail, override) => {
    await sandbox.control('quotes', override(till))
    const offer = await till.quote(network, 'usdc')
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail })
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    await expectNothing(sandbox, till)
  })

  it.each([
    ['an invalid address', 'malformed-field', { to: '0x1234' }],
    ['a list of delegations', 'unsupported-field', { authorizationList: [] }],
    ['an access list', 'unsupported-field', { accessList: [{ address: stranger, storageKeys: [] }] }],
    ['an invalid nonce', 'malformed-field', { nonce: 'next' }],
    ['an invalid type', 'malformed-field', { type: 'eip4844' }],
    ['a negative value', 'malformed-field', { value: '-1' }],
    ['data that is not hex', 'malformed-field', { data: '0xzz' }],
  ])('with %s is refused as %s', async (_, detail, transactionRequest) => {
    await sandbox.control('quotes', { transactionRequest })
    const offer = await till.quote('harbour', 'usdc')
    const [about] = Object.keys(transactionRequest)
    expect(offer.problems).toEqual([{ problem: 'request-refused', blocking: true, detail, about }])
    await expect(till.confirm(offer)).rejects.toMatchObject({ code: 'quote-refused' })
    await expectNothing(sandbox, till)
  })

  it('is refused when the node’s gas estimate is far too high', async () => {
    till.tamper.estimateGas = () => Promise.resolve(3_000_000n)
    // The service sets the payment's gas, the node that of the approval before it.
    const offer = await till.quote('meadow', 'usdc')
    delete till.tamper.estimateGas
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail: 'gas-too-high' })
    await expectNothing(sandbox, till)
  })

  it('about the name of its token is refused by the contract’s own answer', async () => {
    const honest = till.choice('harbour', 'usdc')
    await sandbox.control('quotes', { quote: { digitalAsset: 'DAI' } })
    const { createQuote } = till.service.client
    const client = {
      ...till.service.client,
      createQuote: (input: Parameters<typeof createQuote>[0]) => createQuote({ ...input, token: honest.token }),
    }
    const choice = { ...honest, token: { ...honest.token, symbol: 'DAI' } }
    const offer = await till.purchases.quote({ ...till.service, client }, choice, null)
    expect(offer.problems).toEqual([{ problem: 'request-refused', blocking: true, detail: 'coin-contract' }])
  })

  it('about decimals and amount at once is refused by the contract’s own answer', async () => {
    const honest = till.choice('harbour', 'usdc')
    await sandbox.control('quotes', { quote: { totalAmount: '0.05075' }, call: { kind: 'transfer', units: '5075000' } })
    const offer = await till.purchases.quote(till.service, { ...honest, token: { ...honest.token, decimals: 8 } }, null)
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail: 'coin-contract' })
  })

  it('that sells the native coin under another name is refused', async () => {
    const honest = till.choice('harbour', 'dai')
    const token = { ...honest.token, address: zeroAddress }
    await sandbox.control('quotes', { transactionRequest: { to: stranger, data: '0x', value: '5075000000000000000' } })
    const offer = await till.purchases.quote(till.service, { ...honest, token }, null)
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail: 'native-coin' })
    expect(offer.payment).toBeNull()
  })

  it.each([
    ['a dollar’s name for the native coin', { symbol: 'USDC' }, 'USDC'],
    ['19 decimals for the native coin', { symbol: 'ETH', decimals: 19 }, 'ETH'],
  ])('with %s is refused', async (_, named, nativeSymbol) => {
    const honest = till.choice('harbour', 'usdc')
    const choice = {
      ...honest,
      network: { ...honest.network, nativeSymbol },
      token: { ...honest.token, address: zeroAddress, decimals: 18, ...named },
    }
    const units = named.symbol === 'USDC' ? '5075000000000000000' : '50750000000000000000'
    await sandbox.control('quotes', {
      quote: { digitalAsset: named.symbol },
      transactionRequest: { to: stranger, data: '0x', value: units },
    })
    const { createQuote } = till.service.client
    const client = {
      ...till.service.client,
      createQuote: (input: Parameters<typeof createQuote>[0]) => createQuote({ ...input, token: honest.token }),
    }
    const offer = await till.purchases.quote({ ...till.service, client }, choice, null)
    expect(offer.problems).toEqual([{ problem: 'request-refused', blocking: true, detail: 'native-coin' }])
    expect(offer.payment).toBeNull()
  })

  it('without a transactionRequest is refused', async () => {
    await sandbox.fault({ operation: 'createQuote', kind: 'missing-fields', fields: ['transactionRequest'] })
    const offer = await till.quote('harbour', 'usdc')
    expect(offer.problems).toContainEqual({ problem: 'request-refused', blocking: true, detail: 'malformed' })
  })
})
