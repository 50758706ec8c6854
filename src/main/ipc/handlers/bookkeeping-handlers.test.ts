import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { SpentExport } from '../../bookkeeping/create-bookkeeping.ts'
import { inEnglish } from '../../../testing/exports/read-table.ts'
import { scriptedAccounts } from '../../../testing/fixtures/app.ts'
import { bookkeepingHandlers } from './bookkeeping-handlers.ts'

let isLocked = false
let hasWallet = true
let saved: string[] = []
beforeEach(() => {
  isLocked = false
  hasWallet = true
  saved = []
})
const handlers = bookkeepingHandlers({
  bookkeeping: {
    export: ({ references }: SpentExport) => ({ name: references, text: [] }),
    month: () => Promise.reject(new Error('Not asked')),
  },
  accounts: { current: () => (hasWallet ? scriptedAccounts[0]! : null) },
  vault: {
    isLocked: () => isLocked,
    verify: (password) =>
      password === 'right' ? Promise.resolve() : Promise.reject(new AppError('wrong-password', 'Wrong password')),
  },
  save(name) {
    saved.push(name)
    return Promise.resolve({ path: name })
  },
})

it('an export has whole recipients only with the wallet’s password, and with a wrong one writes no file', async () => {
  const input = { of: null, format: 'csv', table: inEnglish } as const
  await handlers['bookkeeping.export']({ ...input, password: null })
  const wrong = async (): Promise<unknown> => handlers['bookkeeping.export']({ ...input, password: 'wrong' })
  await expect(wrong()).rejects.toMatchObject({ code: 'wrong-password' })
  await handlers['bookkeeping.export']({ ...input, password: 'right' })
  expect(saved).toEqual(['masked', 'whole'])
})

it('a locked Till exports nothing without the wallet’s password: the notes are in the file', async () => {
  const input = { of: null, format: 'csv', table: inEnglish } as const
  isLocked = true
  const masked = async (): Promise<unknown> => handlers['bookkeeping.export']({ ...input, password: null })
  await expect(masked()).rejects.toMatchObject({ code: 'locked' })
  expect(saved).toEqual([])
  await handlers['bookkeeping.export']({ ...input, password: 'right' })
  expect(saved).toEqual(['whole'])
})

it('a Till without a wallet exports without a password: there is none', async () => {
  hasWallet = false
  isLocked = true
  await handlers['bookkeeping.export']({ of: null, format: 'csv', table: inEnglish, password: null })
  expect(saved).toEqual(['masked'])
})
