import type { Context, MiddlewareHandler } from 'hono'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Env } from '../service/env.ts'
import { operationOf } from '../service/operations.ts'
import type { Fault } from './fault.ts'
import type { FaultList } from './fault-list.ts'
import { patched, without, wrongTypes } from './corrupt.ts'

/** Applies the waiting faults: in place of an operation, or to its answer. */
export function injectFaults(faults: FaultList): MiddlewareHandler<Env> {
  return async (c, next) => {
    const operation = operationOf(c.req.method, c.req.path)
    const body = c.req.method === 'POST' ? await c.req.text() : ''
    const fault = operation === null ? null : faults.take(operation, `${c.req.url} ${body}`)
    if (!fault) return next()
    if (fault.kind === 'delay') {
      await pause(fault.milliseconds, c)
      return next()
    }
    const comesFirst = 'afterEffect' in fault && !fault.afterEffect
    if (!comesFirst) await next()
    const answer = await strike(fault, c)
    c.res = undefined
    c.res = answer
    return undefined
  }
}

async function strike(fault: Exclude<Fault, { kind: 'delay' }>, c: Context<Env>): Promise<Response> {
  switch (fault.kind) {
    case 'timeout':
      await new Promise((resolve) => c.env.outgoing.once('close', resolve))
      return alreadySent()
    case 'reset':
      c.env.incoming.socket.resetAndDestroy()
      return alreadySent()
    case 'status':
      return statusAnswer(fault)
    case 'redirect':
      return new Response(null, { status: fault.status, headers: { Location: fault.location } })
    case 'huge':
      return new Response(hugeBody(fault.megabytes), { headers: { 'Content-Type': 'application/json' } })
    case 'slow-drip':
      return new Response(drip(await bytesOf(c.res), fault.bytes, fault.everyMilliseconds), c.res)
    case 'cut-off':
      return cutOff(c)
    case 'truncated-json': {
      const bytes = await bytesOf(c.res)
      return new Response(bytes.slice(0, Math.floor(bytes.length / 2)), plain(c.res))
    }
    case 'wrong-types':
      return spoiled(c.res, wrongTypes)
    case 'missing-fields':
      return spoiled(c.res, (body) => without(body, fault.fields))
    case 'patch':
      return spoiled(c.res, (body) =>
        Object.entries(fault.changes).reduce(
          (result, [path, change]) => patched(result, path.split('.'), change),
          body,
        ),
      )
  }
}

// A copy, since later handlers may set headers on it.
function alreadySent(): Response {
  return RESPONSE_ALREADY_SENT.clone()
}

function statusAnswer({ status, headers, body }: Extract<Fault, { kind: 'status' }>): Response {
  const isText = typeof body === 'string'
  const type = isText ? (body.startsWith('<') ? 'text/html' : 'text/plain') : 'application/json'
  const isEmpty = status === 204 || status === 304 || body === undefined
  const text = isEmpty ? null : isText ? body : JSON.stringify(body)
  return new Response(text, { status, headers: { 'Content-Type': type, ...headers } })
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await response.arrayBuffer())
}

function plain(response: Response): ResponseInit {
  const headers = new Headers(response.headers)
  headers.delete('Content-Length')
  // The tag does not match the changed body.
  headers.delete('ETag')
  return { status: response.status, headers }
}

async function spoiled(response: Response, change: (body: unknown) => unknown): Promise<Response> {
  return new Response(JSON.stringify(change(await response.json())), plain(response))
}

async function cutOff(c: Context<Env>): Promise<Response> {
  const bytes = await bytesOf(c.res)
  const { outgoing } = c.env
  outgoing.writeHead(c.res.status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length })
  await new Promise<void>((resolve) => outgoing.write(bytes.slice(0, Math.floor(bytes.length / 2)), () => resolve()))
  c.env.incoming.socket.destroy()
  return alreadySent()
}

function pause(milliseconds: number, c: Context<Env>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    c.env.outgoing.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function hugeBody(megabytes: number): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode(`"${'x'.repeat(1024 * 1024 - 4)}",`)
  let sent = 0
  return new ReadableStream({
    pull: (controller) => {
      if (sent === 0) controller.enqueue(new TextEncoder().encode('['))
      if (sent++ < megabytes) return controller.enqueue(chunk)
      controller.enqueue(new TextEncoder().encode('0]'))
      controller.close()
    },
  })
}

function drip(bytes: Uint8Array, size: number, everyMilliseconds: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, everyMilliseconds))
      controller.enqueue(bytes.slice(at, at + size))
      at += size
      if (at >= bytes.length) controller.close()
    },
  })
}
