import type { Hex } from 'viem'
import type { ProfileInput } from '../../src/shared/profile.ts'
import type { Choice } from '../../src/main/purchases/offer.ts'

/** What a killable Till is told; one purchase for each choice, told apart by their references. */
export interface Job {
  readonly ledger: string
  readonly key: Hex
  /** Hexadecimal. */
  readonly recordsKey: string
  readonly profileId: string
  readonly profile: ProfileInput
  readonly choices: readonly Choice[]
}

/** File descriptors of the pipes between the two. */
export const TO_PARENT = 3
export const FROM_PARENT = 4

/** Announced once at least one purchase is stored, and once all have ended. */
export const COMMITTED = 'committed'
export const RESTED = 'rested'
