import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import VueI18nPlugin from '@intlify/unplugin-vue-i18n/vite'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Rolldown } from 'vite'
import { listLicences } from './scripts/supply/list-licences.ts'
import { readUpdateFeed } from './scripts/supply/read-update-feed.ts'
import { runEarly } from './scripts/launch/run-early.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const onPaper = /node_modules.qr.|QrCode\.vue|[/\\](?:print|receipts)[/\\]/

/** What the user keeps about purchases, which several screens show, but not the one that unlocks Till. */
const keptByUser = /[/\\]app[/\\](?:codes|notes|people)[/\\]/

const screenFolder = /[/\\]modules[/\\]([^/\\]+)[/\\]/

/** The file that names every icon. Only the icons that a module imports from it belong to that module's screen. */
const iconIndex = /@lucide[/\\]vue[/\\].*lucide-vue\.mjs$/

/** Returns the ids of the icons that a module's code imports, by the names that the index exports. */
function readIcons(code: string, index: Rolldown.ModuleInfo): string[] {
  const names = [...code.matchAll(/import \{([^}]*)\} from ["']@lucide\/vue["']/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
  )
  return names.flatMap((name) => {
    const [, file] = index.code?.match(new RegExp(`default as ${name}\\b[^;]* from ['"]\\./(icons/[^'"]*)['"]`)) ?? []
    return file === undefined ? [] : [join(dirname(index.id), file)]
  })
}

/** Creates a predicate for the renderer's modules that run at every start: the static imports of `main.ts`, direct and indirect. */
function createStart(): (id: string, graph: Rolldown.ChunkingContext) => boolean {
  let found: Set<string> | undefined
  return (id, graph) => {
    if (found === undefined) {
      found = new Set([at('src/renderer/main.ts')])
      // The loop also visits modules that are added on the way.
      for (const one of found) {
        if (iconIndex.test(one)) continue
        const { importedIds, code } = graph.getModuleInfo(one) ?? { importedIds: [], code: null }
        const index = importedIds
          .map((imported) => iconIndex.test(imported) && graph.getModuleInfo(imported))
          .find(Boolean)
        for (const imported of [...importedIds, ...(index ? readIcons(code ?? '', index) : [])]) found.add(imported)
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
      vue(),
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
    ],
  },
})
