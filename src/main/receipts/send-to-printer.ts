import { lookup } from 'node:dns/promises'
import { BlockList, connect, isIP } from 'node:net'
import { AppError } from '../../shared/errors.ts'
import type { NetworkPrinter } from '../../shared/receipts/receipt-views.ts'

/** Milliseconds. */
export interface PrinterPatience {
  /** To find the printer and reach it. */
  readonly connect: number
  /** Without a byte taken. */
  readonly idle: number
  /** For the printer to hang up once it has everything; many never do. */
  readonly hangUp: number
}

const patient: PrinterPatience = { connect: 5000, idle: 15_000, hangUp: 2000 }

/** Why nothing, or not everything, went to a printer. */
export type PrinterFailure = 'unknown-host' | 'elsewhere' | 'refused' | 'unreachable' | 'cut-off'

function failed(reason: PrinterFailure, cause?: unknown): AppError {
  const why = { details: { reason }, ...(cause === undefined ? {} : { cause }) }
  return new AppError('printer-failed', 'The printer did not take the receipt', why)
}

const ownNetworks = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const

/** This machine and networks of one's own (RFC 1918, 3927, 4193, 4291, 6598): a receipt names a customer, and goes nowhere else. */
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
 * Sends `bytes` to a printer of the shop's own network, once: what was begun is never sent again on its own, since paper can't be taken back.
 * AppError `printer-failed` with a PrinterFailure as reason; only with `cut-off` may something have been printed.
 */
export async function sendToPrinter(
  { host, port }: NetworkPrinter,
  bytes: Uint8Array,
  patience: PrinterPatience = patient,
): Promise<void> {
  const address = await addressOf(host, patience.connect)
  if (!isNear(address)) throw failed('elsewhere')
  await new Promise<void>((resolve, reject) => {
    let [begun, taken] = [false, false]
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
      // Whatever the printer says is read away, so that its hanging up is seen.
      socket.resume()
      socket.end(bytes, () => {
        taken = true
        socket.setTimeout(patience.hangUp)
      })
    })
    socket.once('timeout', () => end(taken ? null : failed('cut-off')))
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      if (begun) end(failed('cut-off', cause))
      else end(failed(cause.code === 'ECONNREFUSED' ? 'refused' : 'unreachable', cause))
    })
    socket.once('close', () => end(taken ? null : failed('cut-off')))
  })
}
