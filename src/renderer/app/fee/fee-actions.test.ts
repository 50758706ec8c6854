import { expect, test } from 'vitest'
import { feeActionsAt, isOutOfReach, usefulFeeActions } from './fee-actions.ts'

const createdAt = '2026-03-04T12:00:00.000Z'
const at = (seconds: number): number => Date.parse(createdAt) + seconds * 1_000
const waiting = { createdAt, feeActions: ['speed-up', 'cancel'], networkTrouble: null } as const
const still = { what: 'stalled', since: createdAt } as const
const silent = { what: 'silent', since: null } as const

test('offers fee changes only after half a minute', () => {
  expect(feeActionsAt({ ...waiting, feeActions: [...waiting.feeActions] }, at(30))).toEqual([])
  expect(feeActionsAt({ ...waiting, feeActions: [...waiting.feeActions] }, at(31))).toEqual(['speed-up', 'cancel'])
})

test('on a network that produces no blocks, offers to cancel but not to speed up', () => {
  const stuck = { ...waiting, feeActions: [...waiting.feeActions], networkTrouble: still }
  expect(usefulFeeActions(stuck)).toEqual(['cancel'])
  expect(feeActionsAt(stuck, at(31))).toEqual(['cancel'])
  expect(isOutOfReach(stuck)).toBe(false)
})

test('while no node answers, everything is offered but disabled', () => {
  const unheard = { ...waiting, feeActions: [...waiting.feeActions], networkTrouble: silent }
  expect(feeActionsAt(unheard, at(31))).toEqual(['speed-up', 'cancel'])
  expect(isOutOfReach(unheard)).toBe(true)
  expect(isOutOfReach(waiting)).toBe(false)
})
