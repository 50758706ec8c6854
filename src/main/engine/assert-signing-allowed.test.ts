import { expect, it } from 'vitest'
import { assertPayingAllowed, assertSigningAllowed } from './assert-signing-allowed.ts'

const stateOf = (stopped: 'disk-error' | null, isLocked: boolean) => ({
  payingStopped: () => stopped,
  wallet: { isLocked: () => isLocked },
})
const stopped = expect.objectContaining({ code: 'paying-stopped', details: { reason: 'disk-error' } }) as Error

it('nothing is paid while paying is stopped, and the reason is said, locked or not', () => {
  expect(() => assertPayingAllowed(stateOf('disk-error', false))).toThrow(stopped)
  expect(() => assertSigningAllowed(stateOf('disk-error', false))).toThrow(stopped)
  expect(() => assertSigningAllowed(stateOf('disk-error', true))).toThrow(stopped)
})

it('nothing is signed while the vault is locked, though it may be paid for', () => {
  expect(() => assertPayingAllowed(stateOf(null, true))).not.toThrow()
  expect(() => assertSigningAllowed(stateOf(null, true))).toThrow(expect.objectContaining({ code: 'locked' }) as Error)
  expect(() => assertSigningAllowed(stateOf(null, false))).not.toThrow()
})
