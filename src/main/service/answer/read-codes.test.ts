import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coverCodes, readCodes } from './read-codes.ts'

const code = '6FGH-21KQ-P0ZV'
const activation = 'LPA:1$smdp.example.com$04386-AGYFT'
const link = 'https://receipts.example/r/8f1c'
const record = { transactionId: '6f1c2d6e', status: 'SUCCESS', sku: 'ORBIT_MX_100-I', product: { name: 'Orbit' } }
const one = (text: string, pin: string | null = null) => [{ text, pin }]

describe('codes in an answer', () => {
  it.each([
    [{ code }, one(code)],
    [{ code: ` ${code}\n`, pin: 4821 }, one(code, '4821')],
    [{ voucher: { code, pin: '0042' } }, one(code, '0042')],
    [{ voucher: code, details: { pin: '0042' } }, one(code, '0042')],
    [{ product: { name: 'Orbit', activationCode: activation } }, one(activation)],
    [{ deliverable: [{ activation_code: activation }] }, one(activation)],
    [{ details: { Code: 123456789012 } }, one('123456789012')],
    [{ pin: '123456789012' }, one('123456789012')],
    [{ codes: [code, 'SECOND-1', code] }, [...one(code), ...one('SECOND-1')]],
    [{ vouchers: [{ code, pin: '1111' }, { code: 'SECOND-1' }] }, [...one(code, '1111'), ...one('SECOND-1')]],
    [{ receiptURI: link }, one(link)],
    [{ code, receiptURI: link, pin: '1111' }, [...one(code, '1111'), ...one(link)]],
  ])('are found in %j', (extra, expected) => {
    expect(readCodes({ ...record, ...extra })).toEqual(expected)
  })

  it.each([
    {},
    { code: null, pin: '', voucher: [], activationCode: {}, details: 'Sent by e-mail 1' },
    { code: 200, pin: 0 },
    { code: 'OK' },
    { code: 'SUCCESS', voucher: 'pending', activationCode: 'not_set', pin: '****' },
    ...['Approved', 'ISSUED', 'Fulfilled', 'sent'].map((code) => ({ code })),
    { code: 'DELIVERY_COMPLETED', voucher: 'Check your e-mail' },
    { code: 12.5, pin: true },
    { code: record.sku, product: { name: 'Orbit 20', code: 'orbit_mx_100-i', voucher: 'Orbit 20' } },
    { details: ['Valid for 30 days'], product: [['ABCD-1234']] },
    { receiptURI: 'http://receipts.example/r/1' },
    { receiptURI: 'javascript:alert(1234)' },
    { receiptURI: 'https://bank@evil.example/1' },
    { code: 'x1'.repeat(251), pin: '1'.repeat(201) },
    { error: { code: 'ABCD-1234' } },
  ])('are not seen in %j', (extra) => {
    expect(readCodes({ ...record, ...extra })).toEqual([])
  })

  it('are few and short whatever the service sends', () => {
    const names = ['code', 'pin', 'voucher', 'activationCode', 'receiptURI', 'product', 'details', 'codes', 'x']
    const { tree } = fc.letrec((tie) => ({
      // Whole lists at every depth would fill the memory.
      tree: fc.oneof({ maxDepth: 8, depthSize: 'small' }, tie('leaf'), tie('object'), tie('list')),
      leaf: fc.oneof(
        fc.string(),
        fc.string({ minLength: 400, maxLength: 600 }),
        fc.double(),
        fc.integer(),
        fc.constant(null),
      ),
      list: fc.array(tie('tree'), { maxLength: 30, size: 'small' }),
      object: fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.constant('__proto__')), tie('tree')),
    }))
    fc.assert(
      fc.property(tree, (answer) => {
        const codes = readCodes(answer)
        expect(codes.length).toBeLessThanOrEqual(10)
        for (const { text, pin } of codes) {
          expect(text.length).toBeGreaterThanOrEqual(3)
          expect(text.length).toBeLessThanOrEqual(500)
          expect(pin?.length ?? 0).toBeLessThanOrEqual(200)
        }
        expect(new Set(codes.map(({ text }) => text)).size).toBe(codes.length)
      }),
      { numRuns: 500 },
    )
  })

  it('are read quickly in an answer made to be slow', () => {
    const deep = JSON.parse(`${'{"product":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as unknown
    const wide = { codes: Array.from({ length: 100_000 }, (_, at) => ({ code: `CODE-${at}` })) }
    expect(readCodes(deep)).toEqual([])
    expect(readCodes(wide)).toHaveLength(10)
  })
})

describe('an answer that is stored', () => {
  it('covers every code, and is unchanged without one', () => {
    const answer = { ...record, code, details: { pin: 4821, vouchers: [{ number: code }] }, receiptURI: link }
    const covered = coverCodes(JSON.stringify(answer))
    for (const secret of [code, '4821', link]) expect(covered).not.toContain(secret)
    expect(JSON.parse(covered)).toMatchObject({ ...record, code: '•••' })
    for (const text of [JSON.stringify(record, null, 1), '{"n": 12345678901234567890}', 'OK', ''])
      expect(coverCodes(text)).toBe(text)
  })

  it('covers codes even if it was cut off', () => {
    const whole = JSON.stringify({ ...record, code: `a"\\${code}`, pin: 4821, note: 'kept' })
    for (let length = 0; length < whole.length; length++)
      expect(coverCodes(whole.slice(0, length))).not.toMatch(/21KQ|4821/)
  })

  it('covers whatever is read as a code', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z0-9]{12}$/),
        fc.constantFrom('code', 'voucher', 'activation_code'),
        (text, name) => {
          expect(coverCodes(JSON.stringify({ product: [{ [name]: text }] }))).not.toContain(text)
        },
      ),
    )
  })
})
