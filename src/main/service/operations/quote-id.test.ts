import { describe, expect, it } from 'vitest'
import { quoteIdLiteral, readQuoteId } from './quote-id.ts'

describe('a quote’s id', () => {
  it.each([
    ['41', '41', true],
    ['9007199254740993', '9007199254740993', true],
    ['340282366920938463463374607431768211455', '340282366920938463463374607431768211455', true],
    ['-7', '-7', true],
    ['1e3', '1e3', true],
    ['"41"', '41', false],
    ['"0041"', '0041', false],
    ['"b1946ac9-2492"', 'b1946ac9-2492', false],
    ['"Ω \\"x\\""', 'Ω "x"', false],
  ])('of %s goes out exactly as it came', (literal, text, isNumber) => {
    const id = readQuoteId(`{"nested":{"id":5},"id": ${literal} ,"more":[{"id":6}]}`)
    expect(id).toEqual({ text, isNumber })
    expect(id && quoteIdLiteral(id)).toBe(literal)
  })

  it.each(['{}', '[]', 'null', '7', '{"id":null}', '{"id":""}', '{"id":true}', '{"id":{"id":1}}', '{"data":{"id":1}}'])(
    'is missing in %s',
    (json) => expect(readQuoteId(json)).toBeNull(),
  )

  it('is rejected if it is too long', () => {
    expect(readQuoteId(JSON.stringify({ id: 'x'.repeat(255) }))?.text).toHaveLength(255)
    expect(readQuoteId(JSON.stringify({ id: 'x'.repeat(256) }))).toBeNull()
  })

  it('is the last one if a quote has two, like its other fields', () => {
    expect(readQuoteId('{"id":1,"id":2}')).toEqual({ text: '2', isNumber: true })
    expect(readQuoteId('{"id":1,"id":"2"}')).toEqual({ text: '2', isNumber: false })
  })

  it('never puts anything but a number into a body unquoted', () => {
    expect(() => quoteIdLiteral({ text: '1,"amount":0', isNumber: true })).toThrow('Not a number')
  })
})
