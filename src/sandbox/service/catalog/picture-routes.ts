import type { OpenAPIHono } from '@hono/zod-openapi'
import * as flags from 'country-flag-icons/string/3x2'
import { listedNetworks, liveNetworks } from '../../chains/networks.ts'
import { brandLogo } from '../../pictures/brand-logo.ts'
import { coinLogo, networkLogo } from '../../pictures/coin-logo.ts'
import type { Env } from '../env.ts'

const flagOf: Readonly<Record<string, string>> = flags

function picture(kind: string, name: string): string | undefined {
  if (kind === 'brands') return brandLogo(name)
  if (kind === 'tokens') return coinLogo(name)
  if (kind === 'flags' && Object.hasOwn(flagOf, name)) return flagOf[name]
  const network = [...liveNetworks, ...listedNetworks].find(({ key }) => key === name)
  return kind === 'networks' && network ? networkLogo(network.name, network.color) : undefined
}

/** Adds the pictures of the catalog, the networks and the countries. */
export function addPictureRoutes(app: OpenAPIHono<Env>): void {
  app.get('/images/:kind/:file{[A-Za-z0-9-]+\\.svg}', (c) => {
    const svg = picture(c.req.param('kind'), c.req.param('file').slice(0, -4))
    if (svg === undefined) return c.notFound()
    return c.body(svg, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
  })
}
