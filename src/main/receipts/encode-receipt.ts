import encodeQR from 'qr'
import type { Roll, PrintedLine } from './lay-out-receipt.ts'
import type { Dots } from './print-logo.ts'
import { printable } from './printable.ts'
import type { DrawerPin } from '../../shared/receipts/receipt-views.ts'

// Epson's ESC/POS command reference (https://download4.epson.biz/sec_pubs/pos/reference_en/escpos/).
const [ESC, FS, GS, LF] = [0x1b, 0x1c, 0x1d, 0x0a]
/** ESC @ resets; FS . leaves two-byte mode, in which a printer would read our bytes in pairs; ESC t 16 selects page WPC1252. */
const begin = [ESC, 0x40, FS, 0x2e, ESC, 0x74, 16]
/** ESC E n. */
const bold = (on: boolean): number[] => [ESC, 0x45, on ? 1 : 0]
/** GS ! n: double width and height. */
const large = (on: boolean): number[] => [GS, 0x21, on ? 0x11 : 0]
/** ESC a n. */
const centred = (on: boolean): number[] => [ESC, 0x61, on ? 1 : 0]
/** GS V 66 n: feeds to the cutter plus n dots, then cuts, leaving one point uncut. */
const cut = [GS, 0x56, 66, 24]

/** GS ( k with cn 49: QR code functions. */
function qrFunction(fn: number, values: readonly number[]): number[] {
  const length = values.length + 2
  return [GS, 0x28, 0x6b, length & 0xff, length >> 8, 49, fn, ...values]
}

/** The dots that a QR code may take, of the 384 or 576 of a line. */
const qrDots: Readonly<Record<Roll, number>> = { 58: 288, 80: 336 }

function qr(text: string, roll: Roll): number[] {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 }).length - 2
  const size = Math.min(8, Math.max(3, Math.floor(qrDots[roll] / modules)))
  return [
    ...centred(true),
    ...qrFunction(65, [50, 0]), // model 2
    ...qrFunction(67, [size]),
    ...qrFunction(69, [49]), // error correction M
    ...qrFunction(80, [48, ...Buffer.from(text)]),
    ...qrFunction(81, [48]),
    LF,
    ...centred(false),
  ]
}

/** GS v 0: a raster picture. */
function picture({ rowBytes, height, bits }: Dots): number[] {
  const size = [rowBytes & 0xff, rowBytes >> 8, height & 0xff, height >> 8]
  return [...centred(true), GS, 0x76, 0x30, 0, ...size, ...bits, LF, ...centred(false)]
}

function encodeLine(line: PrintedLine, roll: Roll, logo: Dots | null): number[] {
  if (line.kind === 'qr') return qr(line.text, roll)
  if (line.kind === 'logo') return logo === null ? [] : picture(logo)
  const on = [...(line.bold ? bold(true) : []), ...(line.large ? large(true) : [])]
  const off = [...(line.bold ? bold(false) : []), ...(line.large ? large(false) : [])]
  return [...on, ...printable(line.text), LF, ...off]
}

/** Encodes the lines as ESC/POS bytes that print and cut the paper. `logo` is printed at its place in the lines; null prints none. */
export function encodeReceipt(lines: readonly PrintedLine[], roll: Roll, logo: Dots | null = null): Uint8Array {
  return Uint8Array.from([...begin, ...lines.flatMap((line) => encodeLine(line, roll, logo)), ...cut])
}

// Both in units of 2 ms: 50 ms open a drawer, and 500 ms keep its coil from overheating.
const [ON, OFF] = [25, 250]

/** Returns the ESC/POS bytes that open a cash drawer: ESC p m t1 t2, where m is 0 for pin 2 and 1 for pin 5. */
export function drawerPulse(pin: DrawerPin): Uint8Array {
  return Uint8Array.of(0x1b, 0x70, pin === 2 ? 0 : 1, ON, OFF)
}
