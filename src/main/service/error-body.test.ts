import { expect, it } from 'vitest'
import { messageOf, MOST_KEPT } from './error-body.ts'

const said = (text: string, status = 400): string | null => messageOf({ status, text })

it('a stored answer says its message in one plain line of at most 300 characters', () => {
  expect(said('{"errorCode":"X","message":"Unknown\\u0007 number\\n\\u202eevil<b>!</b>"}')).toBe(
    'Unknown number evil !',
  )
  expect(said('Payment not confirmed yet')).toBe('Payment not confirmed yet')
  expect(said(JSON.stringify({ message: 'a'.repeat(900) }))).toBe('a'.repeat(300))
})

it('one without a message, of a success, of a page or cut off says nothing', () => {
  expect(said('{}')).toBeNull()
  expect(said('{"message":"Fine"}', 201)).toBeNull()
  expect(said('<html><body>Bad gateway</body></html>', 502)).toBeNull()
  expect(said(`{"message":"${'a'.repeat(MOST_KEPT)}`.slice(0, MOST_KEPT))).toBeNull()
})
