import { createClipboard, type SecretClipboard } from '../codes/create-clipboard.ts'
import { openCodes, type Codes, type CodesOptions } from '../codes/open-codes.ts'
import type { Shell } from '../shell/shell.ts'
import type { Timer } from '../../shared/timer.ts'
import type { Vault } from '../vault/vault.ts'

export interface CodeParts extends Omit<CodesOptions, 'isLocked'> {
  readonly vault: Pick<Vault, 'isLocked'>
  readonly timer: Timer
  readonly shell: Pick<Shell, 'clipboard'>
}

/** The kept codes, and the clipboard that they are copied to. */
export interface KeptCodes {
  readonly codes: Codes
  readonly clipboard: SecretClipboard
}

export function openKeptCodes({ vault, timer, shell, ...options }: CodeParts): KeptCodes {
  return {
    codes: openCodes({ ...options, isLocked: vault.isLocked }),
    clipboard: createClipboard(shell.clipboard, timer),
  }
}
