import { spawn } from 'node:child_process'
import { focusOpenTill } from './launch/focus-open-till.ts'
import { flagsHelp, prepareLaunch, type Launch } from './launch/launch.ts'
import { runScript } from './run-script.ts'

const help = `Till, a desktop wallet that spends stable coins on everyday products.

  npm start -- [flags]

${flagsHelp}`

await runScript(help, async (args) => {
  if (await focusOpenTill(args)) return 0
  const launch = await prepareLaunch(args)
  try {
    return await run(launch)
  } finally {
    await launch.stop()
  }
})

function run({ command, args }: Launch): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  process.on('SIGINT', pass)
  process.on('SIGTERM', pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
