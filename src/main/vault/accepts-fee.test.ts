import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { acceptsFee } from './accepts-fee.ts'

it('accepts a fee above the cap only with the wallet’s password', async () => {
  const vault = {
    verify: async (password: string): Promise<void> => {
      if (password !== 'correct horse') throw new AppError('wrong-password', 'Wrong')
    },
  }
  expect(await acceptsFee(vault, null)).toBe(false)
  expect(await acceptsFee(vault, 'correct horse')).toBe(true)
  await expect(acceptsFee(vault, 'battery staple')).rejects.toMatchObject({ code: 'wrong-password' })
})
