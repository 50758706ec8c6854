import type { OpenAPIHono } from '@hono/zod-openapi'
import { checksumAddress, isHash } from 'viem'
import type { Service } from './context.ts'
import type { Env } from './env.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')

function page(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`).join('')
  const style =
    'body{font:16px/1.5 system-ui;max-width:60rem;margin:3rem auto;padding:0 1rem}dd{margin:0 0 .75rem;overflow-wrap:anywhere}'
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title>` +
    `<style>${style}</style><h1>${escape(title)}</h1><dl>${lines}</dl></html>`
  )
}

/** Adds a one-page block explorer that shows what a transaction of a local chain did. */
export function addExplorerRoutes(app: OpenAPIHono<Env>, service: Service): void {
  app.get('/explorer/:network/tx/:hash', async (c) => {
    const chain = service.chains.find(({ network }) => network.key === c.req.param('network'))
    const hash = c.req.param('hash')
    if (!chain || !isHash(hash)) return c.notFound()
    const transaction = await chain.client.getTransaction({ hash }).catch(() => null)
    if (!transaction) return c.html(page(`Not found on ${chain.network.name}`, [['Transaction', hash]]), 404)
    const receipt = await chain.client.getTransactionReceipt({ hash }).catch(() => null)
    return c.html(
      page(`Transaction on ${chain.network.name}`, [
        ['Hash', hash],
        ['Status', receipt?.status ?? 'waiting to be mined'],
        ['Block', receipt?.blockNumber.toString() ?? '-'],
        ['From', checksumAddress(transaction.from)],
        ['To', transaction.to ? checksumAddress(transaction.to) : '-'],
        ['Nonce', String(transaction.nonce)],
        ['Value (wei)', transaction.value.toString()],
        ['Data', transaction.input],
        ['Gas used', receipt?.gasUsed.toString() ?? '-'],
      ]),
    )
  })
}
