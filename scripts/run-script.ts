import { parseArgs } from 'node:util'

/** Runs a script of the project: prints its help for `--help`, and an error as one sentence with exit code 1. */
export async function runScript(help: string, main: (args: readonly string[]) => Promise<number>): Promise<void> {
  const args = process.argv.slice(2)
  try {
    if (args.includes('--help') || args.includes('-h')) console.log(help)
    else process.exitCode = await main(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

/** Runs a script whose only flag is `--help`; refuses all others. */
export async function runFlagless(help: string, main: () => Promise<number> | number): Promise<void> {
  await runScript(help, async (args) => {
    parseArgs({ args: [...args], options: {} })
    return main()
  })
}
