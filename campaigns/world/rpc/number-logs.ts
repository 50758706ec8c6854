import { hex } from './encode.ts'
import type { View } from './view.ts'

/** Numbers logs as a machine does: consecutively in a block, or from one on in each transaction. */
export function numberLogs(view: View, logs: readonly object[]): readonly object[] {
  if (logs.length === 0 || !view.has('log-index')) return logs
  view.recordFault('log-index')
  const counts = new Map<unknown, number>()
  return logs.map((log) => {
    const { transactionHash } = log as { transactionHash?: unknown }
    const count = (counts.get(transactionHash) ?? 0) + 1
    counts.set(transactionHash, count)
    return { ...log, logIndex: hex(count) }
  })
}
