/** What a printer printed from the bytes it received. */
export interface Printed {
  readonly lines: { readonly text: string; readonly bold: boolean; readonly large: boolean }[]
  readonly qr: { readonly text: string; readonly modules: number; readonly centred: boolean }[]
  /** The dots of each picture, row by row; '#' is black. */
  readonly pictures: { readonly rows: readonly string[]; readonly centred: boolean }[]
  readonly cuts: number
}

/** Decodes bytes as a small ESC/POS printer does; throws at every unknown command and character. */
export function decode(bytes: Uint8Array): Printed {
  const printed = {
    lines: [] as Printed['lines'],
    qr: [] as Printed['qr'],
    pictures: [] as Printed['pictures'],
    cuts: 0,
  }
  let [at, bold, large, centred, page, text] = [0, false, false, false, 0, '']
  let [size, stored] = [0, Buffer.alloc(0)]
  const take = (): number => {
    const byte = bytes[at++]
    if (byte === undefined) throw new Error('The bytes end within a command')
    return byte
  }
  const qrFunction = (): void => {
    const body = Buffer.from(Array.from({ length: take() + take() * 256 }, take))
    if (body[0] !== 49) throw new Error(`No QR function: ${body.toString('hex')}`)
    if (body[1] === 67) size = body[2] ?? 0
    else if (body[1] === 80) stored = body.subarray(3)
    else if (body[1] === 81) printed.qr.push({ text: stored.toString('utf8'), modules: size, centred })
    else if (body[1] !== 65 && body[1] !== 69) throw new Error(`Unknown QR function ${String(body[1])}`)
  }
  const commands: Record<string, () => void> = {
    '1b40': () => void ([bold, large, centred] = [false, false, false]),
    '1c2e': () => undefined,
    '1b74': () => void (page = take()),
    '1b45': () => void (bold = (take() & 1) === 1),
    '1d21': () => void (large = take() === 0x11),
    '1b61': () => void (centred = take() === 1),
    '1d56': () => void (take() === 66 && take() >= 0 && printed.cuts++),
    '1d76': () => {
      if (take() !== 0x30 || take() !== 0) throw new Error('Not GS v 0 in its usual size')
      const [rowBytes, height] = [take() + take() * 256, take() + take() * 256]
      const byte = (): string => take().toString(2).padStart(8, '0').replaceAll('0', '.').replaceAll('1', '#')
      const rows = Array.from({ length: height }, () => Array.from({ length: rowBytes }, byte).join(''))
      printed.pictures.push({ rows, centred })
    },
    '1d28': () => {
      if (take() !== 0x6b) throw new Error('Not GS ( k')
      qrFunction()
    },
  }
  // Windows-1252 from 0x80 as browsers decode it; the runtime's own decoder treats it as Latin-1.
  const upper = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'
  while (at < bytes.length) {
    const byte = take()
    if (byte === 0x0a) {
      printed.lines.push({ text, bold, large })
      text = ''
    } else if (byte >= 0x20) {
      if (page !== 16) throw new Error('Text before the page was chosen')
      text += byte >= 0x80 && byte < 0xa0 ? upper[byte - 0x80] : String.fromCharCode(byte)
    } else {
      const name = Buffer.from([byte, take()]).toString('hex')
      const command = commands[name]
      if (!command) throw new Error(`Unknown command ${name}`)
      command()
    }
  }
  return printed
}
