import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import VueI18nPlugin from '@intlify/unplugin-vue-i18n/vite'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Rolldown } from 'vite'
import { listLicences } from './scripts/supply/list-licences.ts'
import { readUpdateFeed } from './scripts/supply/read-update-feed.ts'
import { compileEarly } from './scripts/launch/compile-early.ts'
import { messagesAsJson } from './scripts/launch/messages-as-json.ts'
import { runEarly } from './scripts/launch/run-early.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const onPaper = /node_modules.qr.|QrCode\.vue|[/\\](?:print|receipts)[/\\]/

/** What the user keeps about purchases, which several screens show, but not the one that unlocks Till. */
const keptByUser = /[/\\]app[/\\](?:codes|notes|people)[/\\]/

const screenFolder = /[/\\]modules[/\\]([^/\\]+)[/\\]/

/** The files that name everything of a package. Only what a module imports from one belongs to that module's screen. */
const indexes: Readonly<Record<string, RegExp>> = {
  '@lucide/vue': /@lucide[/\\]vue[/\\].*lucide-vue\.mjs$/,
  'reka-ui': /reka-ui[/\\]dist[/\\]index\.js$/,
}
const isIndex = (id: string): boolean => Object.values(indexes).some((index) => index.test(id))

/** Returns the ids of the files that a module imports by the names that a package's index exports. */
function readNamed(code: string, index: Rolldown.ModuleInfo): string[] {
  const [name] = Object.entries(indexes).find(([, pattern]) => pattern.test(index.id)) ?? []
  return [...code.matchAll(new RegExp(`import \\{([^}]*)\\} from ["']${name}["']`, 'g'))]
    .flatMap(([, list = '']) => list.split(',').map((one) => one.trim().split(' ')[0] ?? ''))
    .flatMap((one) => fileOf(one, index.code ?? '') ?? [])
    .map((file) => join(dirname(index.id), file))
}

/** Returns the file behind a name of an index, which exports it from there or imports it first. */
function fileOf(name: string, index: string): string | undefined {
  if (name === '') return undefined
  const [, direct] = index.match(new RegExp(`default as ${name}\\b[^;]* from ['"]\\./([^'"]*)['"]`)) ?? []
  const [, own = name] = index.match(new RegExp(`(\\w+) as ${name}\\b`)) ?? []
  const [, imported] = index.match(new RegExp(`import \\{[^}]*\\b${own}\\b[^}]*\\} from ['"]\\./([^'"]*)['"]`)) ?? []
  return direct ?? imported
}

/** Creates a predicate for the renderer's modules that run at every start: the static imports of `main.ts`, direct and indirect. */
function createStart(): (id: string, graph: Rolldown.ChunkingContext) => boolean {
  let found: Set<string> | undefined
  return (id, graph) => {
    if (found === undefined) {
      found = new Set([at('src/renderer/main.ts')])
      // The loop also visits modules that are added on the way.
      for (const one of found) {
        if (isIndex(one)) continue
        const { importedIds, code } = graph.getModuleInfo(one) ?? { importedIds: [], code: null }
        const named = importedIds
          .filter(isIndex)
          .flatMap((index) => graph.getModuleInfo(index) ?? [])
          .flatMap((index) => readNamed(code ?? '', index))
        for (const imported of [...importedIds, ...named]) found.add(imported)
      }
    }
    return found.has(id)
  }
}
const isStart = createStart()

export default defineConfig({
  main: {
    plugins: [listLicences()],
    define: { __TILL_UPDATES__: JSON.stringify(readUpdateFeed(process.env)) },
    // Its Node build starts workers and declares its own `require`.
    resolve: { alias: { fflate: 'fflate/browser' } },
    build: {
      outDir: 'out/main',
      rollupOptions: {
        input: {
          index: at('src/main/index.ts'),
          chromium: at('src/main/chromium.ts'),
          'vault-worker': at('src/main/vault/process/vault-worker.ts'),
          'refresh-worker': at('src/main/catalog/refresh/refresh-worker.ts'),
          'facets-worker': at('src/main/catalog/search/facets-worker.ts'),
          'regex-worker': at('src/main/catalog/delivery/regex-worker.ts'),
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Half of the code is comments, which every start would read. Names stay, to keep support reports readable.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { index: at('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    define: { __INTLIFY_PROD_DEVTOOLS__: 'false' },
    build: {
      outDir: 'out/renderer',
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      rollupOptions: {
        input: at('src/renderer/index.html'),
        // Each file costs a request to main. The start is one file, and shared code of later screens is another.
        // Receipts, QR codes and what the user keeps stay apart.
        output: {
          codeSplitting: {
            groups: [
              { name: (id, graph) => (isStart(id, graph) ? 'start' : null), priority: 3 },
              { name: 'paper', test: onPaper, minShareCount: 2, priority: 2 },
              // Before the modules' files, which would take what they share with others too.
              {
                name: (id) => (screenFolder.test(id) || keptByUser.test(id) ? null : 'shared'),
                minShareCount: 2,
                priority: 1,
              },
              // Last, or it would take what unlocking needs of theirs.
              { name: 'kept', test: keptByUser, minShareCount: 2 },
              // The screens of a module share much that no other one needs.
              { name: (id) => screenFolder.exec(id)?.[1] ?? null, minShareCount: 2 },
            ],
          },
        },
      },
    },
    plugins: [
      vue({ features: { optionsAPI: false } }),
      tailwindcss(),
      // Most people use English; the others load one more file.
      runEarly('english'),
      listLicences([at('node_modules/tailwindcss'), at('node_modules/@fontsource-variable/inter')]),
      VueI18nPlugin({
        include: at('src/renderer/locales/*/*.json'),
        runtimeOnly: true,
        compositionOnly: true,
        fullInstall: false,
        dropMessageCompiler: true,
        strictMessage: true,
      }),
      messagesAsJson(),
      compileEarly(at('src/renderer/main.ts')),
    ],
  },
})
