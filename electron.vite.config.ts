import { fileURLToPath } from 'node:url'
import VueI18nPlugin from '@intlify/unplugin-vue-i18n/vite'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Rolldown } from 'vite'
import { listLicences } from './scripts/list-licences.ts'
import { runEarly } from './scripts/run-early.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const onPaper = /node_modules.qr.|QrCode\.vue|[/\\](?:print|receipts)[/\\]/

/** Whether every start runs a module of the renderer: whatever `main.ts` imports at once, and what that imports. */
function createStart(): (id: string, graph: Rolldown.ChunkingContext) => boolean {
  let found: Set<string> | undefined
  return (id, graph) => {
    if (found === undefined) {
      found = new Set([at('src/renderer/main.ts')])
      // What is added while it is gone through is gone through too.
      for (const one of found) graph.getModuleInfo(one)?.importedIds.forEach((imported) => found?.add(imported))
    }
    return found.has(id)
  }
}
const isStart = createStart()

export default defineConfig({
  main: {
    plugins: [listLicences()],
    // Its build for Node starts workers, and declares a `require` of its own.
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
          ...{ format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
          // Half of it is comments, which every start would read; names stay as they are, for whoever reads a report.
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
        // Each file is a request to main: a start is one, what later screens share another, but for what is on paper or in a QR code.
        output: {
          codeSplitting: {
            groups: [
              { name: (id, graph) => (isStart(id, graph) ? 'start' : null), priority: 2 },
              { name: 'paper', test: onPaper, minShareCount: 2, priority: 1 },
              { name: 'shared', minShareCount: 2 },
            ],
          },
        },
      },
    },
    plugins: [
      vue(),
      tailwindcss(),
      // Most people read English; others lose the time of one file more.
      runEarly('english'),
      listLicences([at('node_modules/tailwindcss'), at('node_modules/@fontsource-variable/inter')]),
      VueI18nPlugin({
        include: at('src/renderer/locales/*.json'),
        runtimeOnly: true,
        compositionOnly: true,
        fullInstall: false,
        dropMessageCompiler: true,
        strictMessage: true,
      }),
    ],
  },
})
