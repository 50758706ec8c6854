import { registerHooks } from 'node:module'

/**
 * Run with `--import` before Till's built Electron entry: gives it the stand-in in place of the `electron` module.
 */
const module = new URL('electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: module, shortCircuit: true } : next(specifier, context),
})
