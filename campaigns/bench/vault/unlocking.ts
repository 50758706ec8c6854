import { forkVault } from '../../../src/main/vault/process/fork-vault.ts'
import { toPasswordBytes } from '../../../src/main/vault/secret-bytes.ts'
import { readVaultFile } from '../../../src/main/vault/file/vault-file.ts'
import { median } from '../catalog/figures.ts'
import type { BenchVault } from './open-vault.ts'

/** Unlocking and its key derivation alone, each in a process started before; medians in milliseconds. */
export interface UnlockingFigures {
  readonly unlockMs: number
  readonly derivationMs: number
  /** At most 1.15. */
  readonly timesDerivation: number
  /** Unlocking where the process starts first, as if no unlock screen was shown. */
  readonly unpreparedMs: number
  readonly holds: boolean
}

const MAX_RATIO = 1.15

/** Unlocks and derives in turns. */
export async function benchUnlocking(home: BenchVault, rounds: number): Promise<UnlockingFigures> {
  const { vault, password } = home
  const unlocks: number[] = []
  const derivations: number[] = []
  const unprepared: number[] = []
  const unlock = async (): Promise<number> => {
    const began = performance.now()
    await vault.unlock(password)
    return performance.now() - began
  }
  for (let round = 0; round < rounds; round++) {
    await vault.lock()
    derivations.push(await deriveOnce(home))
    vault.prepareForPassword()
    await home.begun
      .at(-1)
      ?.ask('peek', { count: 1 })
      .catch(() => undefined)
    unlocks.push(await unlock())
    await vault.lock()
    unprepared.push(await unlock())
  }
  const [unlockMs, derivationMs] = [median(unlocks), median(derivations)]
  const timesDerivation = unlockMs / derivationMs
  const holds = timesDerivation <= MAX_RATIO
  return { unlockMs, derivationMs, timesDerivation, unpreparedMs: median(unprepared), holds }
}

/** Returns the milliseconds from the request to the key, in a process that was started before and does nothing else. */
async function deriveOnce({ file, password }: BenchVault): Promise<number> {
  const kdf = readVaultFile(file)?.header.kdf
  const child = forkVault(new URL('./child.ts', import.meta.url))
  const answers: (() => void)[] = []
  child.onMessage(() => answers.shift()?.())
  const answered = (): Promise<void> => new Promise((resolve) => answers.push(resolve))
  const ready = answered()
  child.send(null)
  await ready
  const derived = answered()
  const began = performance.now()
  child.send({ password: toPasswordBytes(password), kdf })
  await derived
  const ms = performance.now() - began
  child.kill()
  return ms
}
