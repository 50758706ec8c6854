import { expect, it } from 'vitest'
import { AppError } from '../../src/shared/errors.ts'
import { decode, encode } from './wire.ts'

it('integers of any size, and errors with code, message and details, cross between processes', () => {
  const error = new AppError('service-rejected', 'No such quote', { details: { status: 400 } })
  const value = { units: 2n ** 200n, list: [{ error }, null, 'text'], plain: new AppError('internal', 'Plain') }
  const read = decode(encode(value)) as typeof value
  expect(read).toEqual(value)
  expect(read.list[0]).toMatchObject({ error: { code: 'service-rejected', details: { status: 400 } } })
  expect(read.plain).toBeInstanceOf(AppError)
  expect(read.plain.details).toBeUndefined()
})
