import { Hono, type Context } from 'hono'
import { isAddress } from 'viem'
import { z } from 'zod'
import type { Service } from '../service/context.ts'
import type { Env } from '../service/env.ts'
import { operations } from '../service/operations.ts'
import { quoteOverrideSchema } from '../service/quote/quote-override.ts'
import { invalid, ServiceError } from '../service/service-error.ts'
import { defaultSettings, settingsSchema } from '../service/settings.ts'
import { actOnChain, chainActions, chainActionSchema } from './chain-action.ts'
import { faultKinds, faultSchema } from './fault.ts'
import type { FaultList } from './fault-list.ts'
import { onlyThisMachine } from './only-this-machine.ts'
import { putVariant, variantChange } from './put-variant.ts'
import type { RequestLog } from './request-log.ts'
import { treasuryReport } from './treasury-report.ts'

async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    throw invalid({ body: 'is not JSON' })
  }
}

async function read<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  return parse(await readJson(c), schema)
}

function parse<S extends z.ZodType>(value: unknown, schema: S): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.') || 'body', message])))
}

const status = z.object({ status: z.string().min(1).max(100).optional(), isDeleted: z.boolean().optional() })
const done = { done: true }

/** Creates the control door, where tests make the service misbehave and read what really happened. See README.md. */
export function createControlApp(service: Service, faults: FaultList, log: RequestLog): Hono<Env> {
  const app = new Hono<Env>()
  app.use(onlyThisMachine)

  app.get('/', (c) =>
    c.json({
      description: 'The control door of the sandbox; see src/sandbox/README.md',
      settings: service.settings,
      bearerTokens: service.bearerTokens,
      operations,
      faultKinds,
      chainActions,
      pid: process.pid,
      guardianPid: service.guardianPid,
      now: new Date(service.clock.now()).toISOString(),
      chains: service.chains.map((chain) => ({
        key: chain.network.key,
        rpcUrl: chain.rpcUrl,
        treasury: chain.treasury,
        mining: !chain.isPaused(),
        pid: chain.anvil.pid(),
      })),
    }),
  )

  app.post('/reset', async (c) => {
    service.settings = structuredClone(defaultSettings)
    service.quoteOverrides = []
    service.clock.reset()
    service.limits.reset()
    service.catalog.reset()
    faults.clear()
    log.clear()
    for (const chain of service.chains) {
      await chain.anvil.freeze(false)
      await chain.restart()
      await chain.pauseMining(false)
    }
    return c.json(done)
  })

  app.patch('/settings', async (c) => {
    const changes = await read(c, z.record(z.string(), z.unknown()))
    const parsed = settingsSchema.strict().safeParse(deepMerge(service.settings, changes))
    if (!parsed.success) throw invalid({ settings: z.prettifyError(parsed.error) })
    service.settings = parsed.data
    return c.json(service.settings)
  })

  app.get('/faults', (c) => c.json(faults.list()))
  app.post('/faults', async (c) => {
    const input = await readJson(c)
    // Not a union of both shapes: its error would only say that the fault is wrong.
    const added = Array.isArray(input) ? parse(input, z.array(faultSchema)) : [parse(input, faultSchema)]
    for (const fault of added) faults.add(fault)
    return c.json(faults.list())
  })
  app.delete('/faults', (c) => {
    faults.clear()
    return c.json(done)
  })

  app.post('/quotes', async (c) => {
    service.quoteOverrides.push(await read(c, quoteOverrideSchema))
    return c.json(done)
  })

  app.post('/variants', async (c) => {
    const { variants } = await read(c, z.object({ variants: z.array(variantChange).min(1) }))
    for (const variant of variants) putVariant(service.catalog, variant)
    return c.json(done)
  })
  app.delete('/variants/:sku', (c) => {
    if (!service.catalog.remove(c.req.param('sku'))) throw new ServiceError(404, 'NOT_FOUND', 'There is no such SKU')
    return c.json(done)
  })

  app.post('/clock', async (c) => {
    const { advanceSeconds } = await read(c, z.object({ advanceSeconds: z.number().min(0) }))
    service.clock.advance(advanceSeconds * 1000)
    return c.json({ now: new Date(service.clock.now()).toISOString() })
  })

  app.post('/transactions/:id', async (c) => {
    const row = service.ledger.findById(c.req.param('id'))
    if (!row) throw new ServiceError(404, 'NOT_FOUND', 'There is no such transaction')
    const { status: next, isDeleted } = await read(c, status)
    // A status set by hand is final, so the registration must not get another outcome later.
    const outcome = next === undefined ? {} : { status: next, outcomeAt: null }
    service.ledger.change(
      row.id,
      { ...outcome, ...(isDeleted === undefined ? {} : { isDeleted }) },
      service.clock.now(),
    )
    return c.json(done)
  })

  app.post('/chains/:key', async (c) => {
    const chain = service.chains.find(({ network }) => network.key === c.req.param('key'))
    if (!chain) {
      const keys = service.chains.map(({ network }) => network.key).join(', ')
      throw new ServiceError(404, 'NOT_FOUND', `There is no such chain; there are ${keys}`)
    }
    await actOnChain(chain, await read(c, chainActionSchema))
    return c.json(done)
  })

  app.get('/requests', (c) => c.json(log.list()))
  app.delete('/requests', (c) => {
    log.clear()
    return c.json(done)
  })

  app.get('/ledger', async (c) => {
    const wallet = c.req.query('wallet')
    if (wallet !== undefined && !isAddress(wallet, { strict: false })) throw invalid({ wallet: 'is not an address' })
    return c.json(await treasuryReport(service, wallet))
  })
  return app
}

function deepMerge(target: object, changes: Record<string, unknown>): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...target }
  for (const [key, value] of Object.entries(changes)) {
    const before = merged[key]
    const isNested = typeof before === 'object' && before !== null && typeof value === 'object' && value !== null
    merged[key] = isNested ? deepMerge(before, { ...value }) : value
  }
  return merged
}
