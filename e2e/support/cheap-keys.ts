// Loaded before Till's Chromium entry: lets its vault's process derive keys as cheaply as in unit tests. It changes what main asks of that
// process, so Till itself has no setting for it.
import childProcess, { type ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

const cheap = { memoryKiB: 64, passes: 1, lanes: 1 }

/** Returns a task for the vault with cheap costs in place of its own. */
function cheapened(task: { readonly input?: object }): object {
  const { input = {} } = task
  const costs = ['cost', 'floor'].filter((name) => name in input).map((name) => [name, cheap])
  return costs.length === 0 ? task : { ...task, input: { ...input, ...Object.fromEntries(costs) } }
}

type Start = (...args: unknown[]) => ChildProcess
type Send = (message: object, ...rest: unknown[]) => boolean

const start = childProcess.spawn as Start
const spawn: Start = (...args) => {
  const child = start(...args)
  // The vault's process is the only one with a channel.
  if (!child.connected) return child
  const send = child.send.bind(child) as Send
  const sendCheaply: Send = (message, ...rest) => send(cheapened(message), ...rest)
  return Object.assign(child, { send: sendCheaply })
}
Object.assign(childProcess, { spawn })
syncBuiltinESMExports()
