import { expect, it } from 'vitest'
import { assertPayingAllowed, assertSigningAllowed } from './assert-signing-allowed.ts'

const stateOf = (stopped: 'disk-error' | null, isLocked: boolean) => ({
  payingStopped: () => stopped,
  wallet: { isLocked: () => isLocked },
})
const stopped = expect.objectContaining({ code: 'paying-stopped', details: { cause: 'disk-error' } }) as Error

it('refuses to pay while paying is stopped, locked or not, and gives the cause', () => {
  expect(() => assertPayingAllowed(stateOf('disk-error', false))).toThrow(stopped)
  expect(() => assertSigningAllowed(stateOf('disk-error', false))).toThrow(stopped)
  expect(() => assertSigningAllowed(stateOf('disk-error', true))).toThrow(stopped)
})

it('refuses to sign while the vault is locked, although paying is allowed', () => {
  expect(() => assertPayingAllowed(stateOf(null, true))).not.toThrow()
  expect(() => assertSigningAllowed(stateOf(null, true))).toThrow(expect.objectContaining({ code: 'locked' }) as Error)
  expect(() => assertSigningAllowed(stateOf(null, false))).not.toThrow()
})
