import { normalizePath, type Plugin } from 'vite'

/**
 * Asks the browser to compile all functions of the file that holds a module on another thread, while it reads the file (explicit compile
 * hints of V8). Otherwise each stops the page when it is first called.
 */
export function compileEarly(module: string): Plugin {
  return {
    name: 'till-compile-early',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const id = normalizePath(module)
        const holder = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.includes(id))
        if (holder?.type !== 'chunk') throw new Error(`No chunk holds ${module}`)
        // A map would name the lines before the hint.
        if (holder.map) return
        // The hint counts only at the very beginning.
        holder.code = `//# allFunctionsCalledOnLoad\n${holder.code}`
      },
    },
  }
}
