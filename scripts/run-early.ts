import type { Plugin } from 'vite'

/** Has the page run the chunk of that name ahead of its script, which asks for it only later and is itself not compiled so soon. */
export function runEarly(chunk: string): Plugin {
  return {
    name: 'till-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(({ type, name }) => type === 'chunk' && name === chunk)
        // The development server has none.
        if (!built) return []
        const attrs = { type: 'module', crossorigin: true, src: `./${built.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
