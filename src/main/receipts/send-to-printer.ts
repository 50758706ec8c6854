import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP } from 'node:net'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import type { NetworkPrinter } from '../../shared/receipts/receipt-views.ts'

/** Timeouts in milliseconds. */
export interface PrinterPatience {
  /** To resolve and reach the printer. */
  readonly connect: number
  /** Without the printer accepting a byte. */
  readonly idle: number
  /** For the printer to close the connection after the last byte; many never do. */
  readonly hangUp: number
}

const patient: PrinterPatience = { connect: 5000, idle: 15_000, hangUp: 2000 }
/** For a few bytes that the next job waits for. */
export const brief: PrinterPatience = { ...patient, hangUp: 200 }

function failed(reason: ErrorReason<'printer-failed'>, cause?: unknown): AppError {
  return new AppError('printer-failed', 'The printer did not take the receipt', { details: { reason }, cause })
}

const ownNetworks = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const

/**
 * Returns whether an address is this machine's or in a private network (RFC 1918, 3927, 4193, 4291, 6598). A receipt names a customer, so
 * it goes nowhere else.
 */
function isNear(address: string): boolean {
  const near = new BlockList()
  for (const [net, prefix] of ownNetworks) near.addSubnet(net, prefix, 'ipv4')
  near.addAddress('::1', 'ipv6')
  near.addSubnet('fc00::', 7, 'ipv6')
  near.addSubnet('fe80::', 10, 'ipv6')
  return near.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

async function addressOf(host: string, within: number): Promise<string> {
  if (isIP(host) !== 0) return host
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failed('unknown-host')), within)
  })
  try {
    return (await Promise.race([lookup(host), late])).address
  } catch (cause) {
    throw cause instanceof AppError ? cause : failed('unknown-host', cause)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sends `bytes` once to a printer in the shop's own network. A print job that has started is never resent automatically, because paper
 * cannot be taken back. Throws AppError `printer-failed` with a reason; only after `cut-off` may something be
 * printed.
 */
export async function sendToPrinter(
  { host, port }: NetworkPrinter,
  bytes: Uint8Array,
  patience: PrinterPatience = patient,
): Promise<void> {
  const address = await addressOf(host, patience.connect)
  if (!isNear(address)) throw failed('elsewhere')
  await new Promise<void>((resolve, reject) => {
    let [begun, flushed] = [false, false]
    const socket = connect({ host: address, port })
    const end = (error: AppError | null): void => {
      clearTimeout(reaching)
      socket.destroy()
      if (error === null) resolve()
      else reject(error)
    }
    const reaching = setTimeout(() => end(failed('unreachable')), patience.connect)
    socket.once('connect', () => {
      clearTimeout(reaching)
      begun = true
      socket.setTimeout(patience.idle)
      // Drain the input, or the printer's 'end' never fires.
      socket.resume()
      socket.end(bytes, () => {
        flushed = true
        socket.setTimeout(patience.hangUp)
      })
    })
    socket.once('timeout', () => end(flushed ? null : failed('cut-off')))
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      if (begun) end(failed('cut-off', cause))
      else end(failed(cause.code === 'ECONNREFUSED' ? 'refused' : 'unreachable', cause))
    })
    socket.once('close', () => end(flushed ? null : failed('cut-off')))
  })
}
