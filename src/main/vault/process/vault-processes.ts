import type { VaultProcess } from './vault-process.ts'

/** All processes of the vault: each task with a password has its own, and an unlock keeps its process. */
export interface VaultProcesses {
  /** Starts a spare process, so that the next password does not wait for it. */
  makeReady(): void
  /** Returns the spare process, or a new one. */
  take(): VaultProcess
  /** Ends all of them, busy or not. */
  endAll(): Promise<void>
}

/** Creates the pool without processes. */
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
      const spare = ready
      ready = null
      return spare === null || spare.isOver() ? begin() : spare
    },
    endAll: async () => void (await Promise.all([...running].map((one) => one.end()))),
  }
}
