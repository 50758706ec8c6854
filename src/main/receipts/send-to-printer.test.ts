import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { sendToPrinter } from './send-to-printer.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

/** Opens a printer on a free loopback port. */
async function openPrinter(take: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket.on('error', () => undefined))
    take(socket)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}
const patience = { connect: 2000, idle: 5000, hangUp: 5000 }
const bytes = Buffer.from('a receipt')
const why = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => 'sent',
    (error: unknown) => (error instanceof AppError ? [error.code, error.details?.['reason']] : error),
  )

describe('a receipt for a network printer', () => {
  it('arrives complete, and counts as sent once the printer closes the connection', async () => {
    const got: Buffer[] = []
    const printer = await openPrinter((socket) => {
      socket.on('data', (data: Buffer) => void got.push(data)).on('end', () => socket.end('ok'))
    })
    const large = Buffer.alloc(300_000, 'receipt ')
    expect(await why(sendToPrinter(printer, large, patience))).toBe('sent')
    expect(Buffer.concat(got).equals(large)).toBe(true)
  })

  it('counts as sent even if the printer never closes the connection', async () => {
    const printer = await openPrinter((socket) => void socket.resume())
    expect(await why(sendToPrinter(printer, bytes, { ...patience, hangUp: 30 }))).toBe('sent')
  })

  it('may be partly printed if the printer disconnects, and is not resent', async () => {
    let calls = 0
    const printer = await openPrinter((socket) => {
      calls++
      socket.once('data', () => socket.resetAndDestroy())
    })
    expect(await why(sendToPrinter(printer, bytes, patience))).toEqual(['printer-failed', 'cut-off'])
    expect(calls).toBe(1)
  })

  it('may be partly printed if the printer stops accepting bytes', async () => {
    const printer = await openPrinter((socket) => void socket.pause())
    const sending = sendToPrinter(printer, Buffer.alloc(30_000_000), { ...patience, idle: 100 })
    expect(await why(sending)).toEqual(['printer-failed', 'cut-off'])
  })

  it('is not sent if the host is unknown, refuses or does not answer', async () => {
    const { host, port } = await openPrinter(() => undefined)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    expect(await why(sendToPrinter({ host, port }, bytes, patience))).toEqual(['printer-failed', 'refused'])
    const nobody = sendToPrinter({ host: 'fc00::dead', port: 9100 }, bytes, { ...patience, connect: 50 })
    expect(await why(nobody)).toEqual(['printer-failed', 'unreachable'])
    const unnamed = sendToPrinter({ host: 'printer.invalid', port: 9100 }, bytes, { ...patience, connect: 500 })
    expect(await why(unnamed)).toEqual(['printer-failed', 'unknown-host'])
  })

  it.each(['203.0.113.7', '8.8.8.8', '172.32.0.1', '2001:db8::1', '::ffff:8.8.8.8', '0.0.0.0'])(
    'never leaves private networks: %s',
    async (host) => {
      expect(await why(sendToPrinter({ host, port: 9100 }, bytes, patience))).toEqual(['printer-failed', 'elsewhere'])
    },
  )
})
