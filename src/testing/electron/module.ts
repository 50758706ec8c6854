import { createElectron, type ElectronStandIn } from './create-electron.ts'
import type { Machine } from './world.ts'

let started: ElectronStandIn = createElectron()
const { platform } = process

/** Starts another machine: `process.platform` and the module below are its own from now on. */
export function startElectron(machine: Machine = {}): ElectronStandIn {
  started = createElectron(machine)
  Object.defineProperty(process, 'platform', { value: started.world.platform })
  return started
}

/** Gives the process its own platform again. */
export function endElectron(): void {
  Object.defineProperty(process, 'platform', { value: platform })
}

type Module = ElectronStandIn['electron']

/** What a test mocks the `electron` module with: the module of the machine started last. */
export const electron: Module = Object.defineProperties(
  {},
  Object.fromEntries(
    Object.keys(started.electron).map((name) => [
      name,
      { enumerable: true, get: () => started.electron[name as keyof Module] },
    ]),
  ),
) as Module
