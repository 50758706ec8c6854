import { fileURLToPath } from 'node:url'
import VueI18nPlugin from '@intlify/unplugin-vue-i18n/vite'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { listLicences } from './scripts/list-licences.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const onPaper = /node_modules.qr.|QrCode\.vue|[/\\]slip[/\\-]/

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
          'vault-worker': at('src/main/vault/vault-worker.ts'),
          'refresh-worker': at('src/main/catalog/refresh/refresh-worker.ts'),
          'facets-worker': at('src/main/catalog/search/facets-worker.ts'),
          'regex-worker': at('src/main/catalog/delivery/regex-worker.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
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
        // Each file is a request to main: what screens share comes as one, but for what is on paper or in a QR code, which no start needs.
        output: {
          codeSplitting: {
            groups: [
              { name: 'paper', test: onPaper, minShareCount: 2 },
              { name: 'shared', test: (id) => !onPaper.test(id), minShareCount: 2, priority: 1 },
            ],
          },
        },
      },
    },
    plugins: [
      vue(),
      tailwindcss(),
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
