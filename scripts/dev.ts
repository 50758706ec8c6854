import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import type { ViteDevServer } from 'vite'
import { buildIfNeeded } from './launch/build-if-needed.ts'
import { flagsHelp, prepareLaunch, type Launch } from './launch/launch.ts'
import { runScript } from './run-script.ts'

const help = `Till with hot reload: reloads the page at once, and restarts Till after a change in main, shared or preload.
Every component in every state is at #/gallery.

  npm run dev -- [flags]

${flagsHelp}`

/** The page and its reload socket share one port, so that the content policy can name it. */
const PORT = 5173
const root = join(import.meta.dirname, '..')

await runScript(help, async (args) => {
  const launch = await prepareLaunch(args)
  try {
    const server = await servePage()
    try {
      await keepOpen(launch, server.resolvedUrls?.local[0] ?? '')
    } finally {
      await server.close()
    }
    return 0
  } finally {
    await launch.stop()
  }
})

/** Serves the page. Vite takes half a second to load, and neither the help nor a refusal waits for it. */
async function servePage(): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  const { default: config } = await import('../electron.vite.config.ts')
  const server = await createServer({
    ...config.renderer,
    configFile: false,
    server: {
      host: '127.0.0.1',
      port: PORT,
      strictPort: true,
      hmr: { host: '127.0.0.1', protocol: 'ws', clientPort: PORT },
    },
  })
  return server.listen()
}

/** Opens Till, and restarts it after each change until its window is closed or this process is stopped. */
async function keepOpen({ command, args }: Launch, devServer: string): Promise<void> {
  const ended = Promise.withResolvers<undefined>()
  let till: ChildProcess | null = null
  let restarting: NodeJS.Timeout | undefined
  let isEnding = false
  const open = (): void => {
    if (isEnding) return
    try {
      buildIfNeeded()
    } catch (error) {
      // The next change may fix the build.
      console.error(error instanceof Error ? error.message : String(error))
      return
    }
    const started = spawn(command, args.toSpliced(1, 0, '--dev-server', devServer), {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    started.once('exit', () => till === started && ended.resolve(undefined))
    till = started
  }
  const restart = (): void => {
    clearTimeout(restarting)
    restarting = setTimeout(() => {
      const before = till
      till = null
      if (before === null) return open()
      before.once('exit', open)
      before.kill()
    }, 300)
  }
  const end = (): void => {
    isEnding = true
    if (till === null) ended.resolve(undefined)
    else till.kill()
  }
  const watched = ['src/main', 'src/shared', 'src/preload'].map((folder) =>
    watch(join(root, folder), { recursive: true }, restart),
  )
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  open()
  await ended.promise
  clearTimeout(restarting)
  for (const watcher of watched) watcher.close()
}
