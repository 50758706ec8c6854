import { fileURLToPath } from 'node:url'
import VueI18nPlugin from '@intlify/unplugin-vue-i18n/vite'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

/** Builds the renderer alone, for checks of the page without a shell around it. */
export default defineConfig({
  root: here,
  base: './',
  plugins: [
    vue(),
    tailwindcss(),
    VueI18nPlugin({
      include: `${here}locales/*.json`,
      runtimeOnly: true,
      compositionOnly: true,
      fullInstall: false,
      dropMessageCompiler: true,
      strictMessage: true,
    }),
  ],
  build: { outDir: '../../out/renderer', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
