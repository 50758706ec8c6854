import type { Plugin } from 'vite'

/** Loads the named chunk before the page's main script, which imports it late and compiles more slowly. */
export function runEarly(chunk: string): Plugin {
  return {
    name: 'till-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        // The development server has no bundle.
        if (!bundle) return []
        const built = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === chunk)
        if (!built) throw new Error(`No chunk is named ${chunk}`)
        // Without `async` it would wait for the stylesheet and the whole page.
        const attrs = { type: 'module', async: true, crossorigin: true, src: `./${built.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
