import { createServer, type AddressInfo } from 'node:net'

/** A receipt printer on a free port of this machine. */
export interface ReceiptPrinter {
  readonly port: number
  /** The bytes of every received receipt. */
  readonly receipts: Buffer[]
  close(): Promise<void>
}

/** Opens a printer that accepts anything, and closes the connection after it. */
export async function openReceiptPrinter(): Promise<ReceiptPrinter> {
  const receipts: Buffer[] = []
  const server = createServer((socket) => {
    const parts: Buffer[] = []
    socket.on('data', (part: Buffer) => void parts.push(part))
    socket.on('end', () => receipts.push(Buffer.concat(parts)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    receipts,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
