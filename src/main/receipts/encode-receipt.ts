import encodeQR from 'qr'
import type { Roll, PrintedLine } from './lay-out-receipt.ts'
import type { Dots } from './print-logo.ts'
import { printable } from './printable.ts'

// Epson's ESC/POS command reference (https://download4.epson.biz/sec_pubs/pos/reference_en/escpos/).
const [ESC, FS, GS, LF] = [0x1b, 0x1c, 0x1d, 0x0a]
/** ESC @; FS . (a printer that begins with two-byte signs would read ours in pairs); ESC t 16: page WPC1252. */
const begin = [ESC, 0x40, FS, 0x2e, ESC, 0x74, 16]
/** ESC E n. */
const bold = (on: boolean): number[] => [ESC, 0x45, on ? 1 : 0]
/** GS ! n: twice as wide and high. */
const large = (on: boolean): number[] => [GS, 0x21, on ? 0x11 : 0]
/** ESC a n. */
const centred = (on: boolean): number[] => [ESC, 0x61, on ? 1 : 0]
/** GS V 66 n: feeds to the cutter and n dots more, then cuts, leaving one point. */
const cut = [GS, 0x56, 66, 24]

/** GS ( k with cn 49: the QR code's functions. */
function qrFunction(fn: number, values: readonly number[]): number[] {
  const length = values.length + 2
  return [GS, 0x28, 0x6b, length & 0xff, length >> 8, 49, fn, ...values]
}

/** Dots that a QR code may take of the 384 and 576 of a line. */
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

/** GS v 0: a picture, dot by dot. */
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

/** The bytes that make an ESC/POS printer print the lines and cut the paper; `logo` stands where the lines say so, null for nothing there. */
export function encodeReceipt(lines: readonly PrintedLine[], roll: Roll, logo: Dots | null = null): Uint8Array {
  return Uint8Array.from([...begin, ...lines.flatMap((line) => encodeLine(line, roll, logo)), ...cut])
}
