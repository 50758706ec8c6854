import SqliteDatabase from 'better-sqlite3'
import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { refreshFailure } from './refresh-failure.ts'

it.each([
  [
    'an AppError with its details',
    new AppError('service-down', 'No', { details: { until: 7 } }),
    { code: 'service-down', details: { until: 7 } },
  ],
  [
    'a full disk',
    new SqliteDatabase.SqliteError('database or disk is full', 'SQLITE_FULL'),
    { code: 'not-allowed', details: { reason: 'not-saved' } },
  ],
  [
    'a folder that accepts no file',
    Object.assign(new Error('ENOSPC: no space left on device, mkdir'), { code: 'ENOSPC', syscall: 'mkdir' }),
    { code: 'not-allowed', details: { reason: 'not-saved' } },
  ],
  ['anything else', new TypeError('x is not a function'), { code: 'internal' }],
])('reports %s', (_, thrown, failure) => {
  expect(refreshFailure(thrown)).toEqual(failure)
})
