import { describe, expect, it } from 'vitest'
import { requests } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { Handlers } from './handlers.ts'
import { createRouter } from './router.ts'

const strict = { score: 4, secret: 'never declared' }

/** Every request answers with something undeclared or throws; only what a test replaces matters. */
function handlersWith(some: Partial<Record<keyof Handlers, (input: never) => unknown>>): Handlers {
  const names = Object.keys(requests) as (keyof Handlers)[]
  const refuse = (): never => {
    throw new AppError('not-found', 'nothing here')
  }
  return Object.fromEntries(names.map((name) => [name, some[name] ?? refuse])) as unknown as Handlers
}

function routerWith(some: Parameters<typeof handlersWith>[0]) {
  const reported: string[] = []
  return { reported, route: createRouter(handlersWith(some), (error, name) => reported.push(`${name} ${error.code}`)) }
}

describe('the one channel between page and main', () => {
  it('answers nothing to a foreign frame', async () => {
    let asked = 0
    const { route } = routerWith({ 'vault.strength': () => (asked++, { score: 1 }) })
    expect(await route(false, 'vault.strength', { password: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'not-allowed' },
    })
    expect(asked).toBe(0)
  })

  it('knows only the names of the contract, not what every object has', async () => {
    const { route } = routerWith({})
    for (const name of ['__proto__', 'constructor', 'toString', 'vault.sign', '', null, 3, { a: 1 }]) {
      expect(await route(true, name, undefined)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    }
  })

  it('refuses input of another shape before a handler sees it, and says where', async () => {
    let asked = 0
    const { route } = routerWith({ 'vault.unlock': () => (asked++, {}) })
    expect(await route(true, 'vault.unlock', { password: 7 })).toEqual({
      ok: false,
      error: { code: 'invalid-input', message: expect.any(String) as string, details: { where: 'password' } },
    })
    expect(asked).toBe(0)
  })

  it('lets no undeclared field out', async () => {
    const { route } = routerWith({ 'vault.strength': () => strict })
    expect(await route(true, 'vault.strength', { password: 'x' })).toEqual({ ok: true, value: { score: 4 } })
  })

  it('turns anything thrown into a code, and keeps what it said to itself', async () => {
    const { route, reported } = routerWith({
      'app.get': () => {
        throw new Error('SELECT secret FROM ledger')
      },
    })
    const reply = await route(true, 'app.get', undefined)
    expect(JSON.stringify(reply)).not.toContain('secret')
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(reported).toEqual(['app.get internal'])
  })

  it('never answers with a handler’s output that breaks the contract', async () => {
    const { route } = routerWith({ 'vault.strength': () => ({ score: 17 }) })
    expect(await route(true, 'vault.strength', { password: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    })
  })
})
