import type { Plugin } from 'vite'

/**
 * Has the page fetch and run the words of `locale`, which most people read, ahead of its script: that asks for them only once it runs, and is
 * itself not compiled so soon.
 */
export function earlyWords(locale: string): Plugin {
  return {
    name: 'till-words',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const words = Object.values(bundle ?? {}).find(({ type, name }) => type === 'chunk' && name === locale)
        if (!words) return []
        const attrs = { type: 'module', crossorigin: true, src: `./${words.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
