import type { VaultProcess } from './vault-process.ts'

/** Every process of the vault's: each task with a password has one of its own, and who unlocks keeps it. */
export interface VaultProcesses {
  /** Has one ready, so that whoever types a password next does not wait for its start. */
  makeReady(): void
  /** The one that is ready, or a new one. */
  take(): VaultProcess
  /** Ends them all, busy or not. */
  endAll(): Promise<void>
}

/** Starts with none. */
export function createVaultProcesses(start: () => VaultProcess): VaultProcesses {
  const running = new Set<VaultProcess>()
  let ready: VaultProcess | null = null

  function begin(): VaultProcess {
    const begun = start()
    running.add(begun)
    void begun.gone.then(() => running.delete(begun))
    return begun
  }

  return {
    makeReady() {
      if (ready === null || ready.isOver()) ready = begin()
    },
    take() {
      const taken = ready
      ready = null
      return taken === null || taken.isOver() ? begin() : taken
    },
    endAll: async () => void (await Promise.all([...running].map((one) => one.end()))),
  }
}
