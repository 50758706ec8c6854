import { expect, it } from 'vitest'
import { errorBodyOf, MAX_KEPT } from './error-body.ts'

const problem = (text: string, status = 400): string => errorBodyOf({ status, text }).message

it('gives a stored answer’s message in one plain line of at most 300 characters', () => {
  expect(problem('{"errorCode":"X","message":"Unknown\\u0007 number\\n\\u202eevil<b>!</b>"}')).toBe(
    'Unknown number evil !',
  )
  expect(problem('Payment not confirmed yet')).toBe('Payment not confirmed yet')
  expect(problem(JSON.stringify({ message: 'a'.repeat(900) }))).toBe('a'.repeat(300))
})

it('gives nothing for no message, a success, an HTML page or a cut-off answer', () => {
  expect(problem('{}')).toBe('')
  expect(problem('{"message":"Fine"}', 201)).toBe('')
  expect(problem('<html><body>Bad gateway</body></html>', 502)).toBe('')
  expect(problem(`{"message":"${'a'.repeat(MAX_KEPT)}`.slice(0, MAX_KEPT))).toBe('')
})

it('gives a stored answer’s code and field errors, in plain lines too', () => {
  const fields = { reference: 'is not a\nvalid <b>number</b>', 'requiredFields.email': ['is missing'] }
  expect(errorBodyOf({ status: 400, text: JSON.stringify({ errorCode: 'INVALID\u202e_FIELDS', fields }) })).toEqual({
    code: 'INVALID _FIELDS',
    message: '',
    fields: { reference: 'is not a valid number', 'requiredFields.email': '["is missing"]' },
  })
  const cut = `{"errorCode":"X","message":"${'a'.repeat(MAX_KEPT)}`.slice(0, MAX_KEPT)
  expect(errorBodyOf({ status: 400, text: cut })).toEqual({ code: null, message: '', fields: {} })
})
