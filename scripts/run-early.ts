import type { Plugin } from 'vite'

/** Has the page run the chunk of that name ahead of its script, which asks for it only later and is itself not compiled so soon. */
export function runEarly(chunk: string): Plugin {
  return {
    name: 'till-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        // The development server has none.
        if (!bundle) return []
        const built = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === chunk)
        if (!built) throw new Error(`No chunk is named ${chunk}`)
        const attrs = { type: 'module', crossorigin: true, src: `./${built.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
