import type { Operation } from '../service/operations.ts'
import type { Fault } from './fault.ts'

export type FaultList = ReturnType<typeof createFaultList>

/** Creates the list of waiting faults, oldest first. */
export function createFaultList() {
  let faults: Fault[] = []
  return {
    add: (fault: Fault): void => void faults.push(fault),
    list: (): readonly Fault[] => faults,
    clear: (): void => {
      faults = []
    },
    /** Returns the fault for a request, given its address and body, or null; removes it once used up. */
    take: (operation: Operation, request: string): Fault | null => {
      const index = faults.findIndex(
        (fault) =>
          (fault.operation === operation || fault.operation === '*') &&
          (fault.about === undefined || request.toLowerCase().includes(fault.about.toLowerCase())),
      )
      const fault = faults[index]
      if (!fault) return null
      if (fault.skip > 0) faults[index] = { ...fault, skip: fault.skip - 1 }
      else if (fault.times > 1) faults[index] = { ...fault, times: fault.times - 1 }
      else faults.splice(index, 1)
      return fault.skip > 0 ? null : fault
    },
  }
}
