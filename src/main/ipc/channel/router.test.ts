import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { requests } from '../../../shared/contract.ts'
import { AppError, toAppError } from '../../../shared/errors.ts'
import { isAtLeast, roles, type Role } from '../../../shared/kiosk/roles.ts'
import { withRefusal, type Handlers } from './handlers.ts'
import { createRouter } from './router.ts'

const strict = { score: 4, secret: 'never declared' }

/** Creates a router that refuses all requests but those a test answers; the answers may break the contract. */
function routerWith(some: Partial<Record<keyof Handlers, (input: never) => unknown>>, role: Role = 'manager') {
  const reported: string[] = []
  const report = (error: AppError, name: string): void => void reported.push(`${name} ${error.code}`)
  const handlers = withRefusal(some as Partial<Handlers>, () => new AppError('not-found', 'nothing here'))
  return { reported, route: createRouter({ handlers, role: () => role, report }) }
}

describe('router', () => {
  it('does not answer a foreign frame', async () => {
    let calls = 0
    const { route } = routerWith({ 'vault.strength': () => (calls++, { score: 1 }) })
    expect(await route(false, 'vault.strength', { password: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'not-allowed' },
    })
    expect(calls).toBe(0)
  })

  it('accepts only names of the contract, not inherited properties', async () => {
    const { route } = routerWith({})
    for (const name of ['__proto__', 'constructor', 'toString', 'vault.sign', '', null, 3, { a: 1 }]) {
      expect(await route(true, name, undefined)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    }
  })

  it('refuses invalid input before the handler runs, and says where', async () => {
    let calls = 0
    const { route } = routerWith({ 'vault.unlock': () => (calls++, {}) })
    expect(await route(true, 'vault.unlock', { password: 7 })).toEqual({
      ok: false,
      error: { code: 'invalid-input', message: expect.any(String) as string, details: { where: 'password' } },
    })
    expect(calls).toBe(0)
  })

  it('returns no undeclared field', async () => {
    const { route } = routerWith({ 'vault.strength': () => strict })
    expect(await route(true, 'vault.strength', { password: 'x' })).toEqual({ ok: true, value: { score: 4 } })
  })

  it('turns any error into a code and hides its message', async () => {
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

  it('says why a database stored nothing, and still reports it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'till-router-'))
    const [own, other] = [0, 1].map(() => new SqliteDatabase(join(folder, 'ledger.db'), { timeout: 0 }))
    try {
      own?.exec('CREATE TABLE notes (text TEXT)')
      const store = (): unknown => own?.exec('INSERT INTO notes VALUES (zeroblob(100000))')
      const { route, reported } = routerWith({
        'app.get': store,
        // As the service's client does.
        'catalog.status': () => {
          try {
            return store()
          } catch (error) {
            throw toAppError(error)
          }
        },
      })
      const reasonOf = async (name: string): Promise<unknown> => {
        const reply = await route(true, name, undefined)
        return reply.ok ? null : [reply.error.code, reply.error.details?.reason]
      }
      other?.exec('BEGIN IMMEDIATE')
      expect(await reasonOf('app.get')).toEqual(['not-allowed', 'disk-busy'])
      other?.exec('ROLLBACK')
      own?.pragma('max_page_count = 2')
      expect(await reasonOf('app.get')).toEqual(['not-allowed', 'disk-failed'])
      expect(await reasonOf('catalog.status')).toEqual(['not-allowed', 'disk-failed'])
      expect(reported).toEqual(['app.get internal', 'app.get internal', 'catalog.status internal'])
    } finally {
      for (const db of [own, other]) db?.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('calls a handler only for roles with permission, whatever the input', async () => {
    const names = Object.keys(requests) as (keyof Handlers)[]
    for (const role of roles) {
      const reached = new Set<string>()
      const all = Object.fromEntries(names.map((name) => [name, () => reached.add(name)]))
      const { route } = routerWith(all, role)
      for (const name of names) {
        // No request has this shape: a role with permission learns that, one without learns nothing.
        const reply = await route(true, name, 7)
        const may = isAtLeast(role, requests[name].permission)
        expect(reply, `${role} ${name}`).toMatchObject({
          error: may ? { code: 'invalid-input' } : { code: 'not-allowed', details: { reason: 'role' } },
        })
        await route(true, name, undefined)
      }
      for (const name of reached) expect(isAtLeast(role, requests[name as keyof Handlers].permission), name).toBe(true)
      expect(reached.size > 0).toBe(true)
    }
  })

  it('never returns a handler’s output that breaks the contract', async () => {
    const { route } = routerWith({ 'vault.strength': () => ({ score: 17 }) })
    expect(await route(true, 'vault.strength', { password: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    })
  })
})
