import { describe, expect, it } from 'vitest'
import { spendBody } from './spend-body.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('a registration’s body', () => {
  const body = {
    reference: '+525512345678',
    requiredFields: [{ key: 'recipient.email', value: 'ana@example.org' }],
    sku: 'ORBIT_MX_100-I',
    amount: '12345678901234567890.123456789012345678',
    network: { key: 'alpha', chainId: 31337 },
    tokenAddress: address,
    wallet: address,
    hasAcceptedTerms: true,
    quoteId: { text: '7', isNumber: true },
    hash: `0x${'ab'.repeat(32)}`,
    virtualMachineType: 'EVM',
  }

  it('is the specified JSON and keeps every digit of the amount', () => {
    const text = spendBody({ integrator: 'shop', intentChain: 'network-key' }, body)
    expect(text).toContain('"amount":12345678901234567890.123456789012345678,')
    expect(JSON.parse(text)).toEqual({
      reference: body.reference,
      requiredFields: body.requiredFields,
      transactionIntent: {
        amount: 12345678901234567890.123456789012345678,
        sku: body.sku,
        quantity: 1,
        chain: 'alpha',
        token: address,
        wallet: address,
        integrator: 'shop',
        hasAcceptedTerms: true,
        quoteId: 7,
      },
      transactionReceipt: { hash: body.hash, virtualMachineType: 'EVM' },
    })
  })

  it.each([
    [{ text: '9007199254740993', isNumber: true }, '"quoteId":9007199254740993,'],
    [{ text: '9007199254740993', isNumber: false }, '"quoteId":"9007199254740993",'],
    [{ text: 'q "41"', isNumber: false }, String.raw`"quoteId":"q \"41\"",`],
  ])('names the quote %j as received', (quoteId, literal) => {
    expect(spendBody({ integrator: 'shop', intentChain: 'network-key' }, { ...body, quoteId })).toContain(literal)
  })

  it('names the chain as the profile does', () => {
    const profile = { integrator: 'shop', intentChain: 'chain-id' } as const
    expect(JSON.parse(spendBody(profile, body)).transactionIntent.chain).toBe('31337')
  })

  it.each(['1e5', '', '.5', '5.', '01', '-1', '+1', ' 1', '1 ', '1,5', '1.5.5', '0x1'])(
    'is not built for an amount of %j',
    (amount) => {
      const profile = { integrator: 'shop', intentChain: 'chain-id' } as const
      expect(() => spendBody(profile, { ...body, amount })).toThrow('Not a decimal amount')
    },
  )

  it.each(['0', '0.5', '10', '100.05'])('is built for an amount of %s', (amount) => {
    const text = spendBody({ integrator: 'shop', intentChain: 'chain-id' }, { ...body, amount })
    expect(text).toContain(`"amount":${amount},`)
  })
})
