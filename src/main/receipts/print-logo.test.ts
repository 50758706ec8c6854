import fc from 'fast-check'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { printLogo, type Dots } from './print-logo.ts'

function logoOf(width: number, height: number, shadeAt: (x: number, y: number) => number): string {
  const data = Uint8Array.from({ length: width * height }, (_, at) => shadeAt(at % width, Math.floor(at / width)))
  return `data:image/png;base64,${Buffer.from(encode({ width, height, data, channels: 1 })).toString('base64')}`
}
function blackOf({ bits }: Dots): number {
  return bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
}

describe('a logo for a printer', () => {
  it('is as large as in the on-screen receipt, and no larger', () => {
    const black = (width: number, height: number, roll: '58' | '80') =>
      printLogo(
        logoOf(width, height, () => 0),
        roll,
      )
    // 48 screen dots are 12.7 mm, which are 101 printer dots.
    expect(black(48, 24, '80')).toMatchObject({ rowBytes: 13, height: 51 })
    expect(black(1000, 500, '80')).toMatchObject({ rowBytes: 43, height: 172 })
    expect(black(1000, 500, '58')).toMatchObject({ rowBytes: 29, height: 116 })
    expect(black(100, 1000, '80')).toMatchObject({ rowBytes: 3, height: 208 })
  })

  it('is black and white where the picture is', () => {
    // The left half is black; a logo 160 dots wide is printed a little over twice as large.
    const dots = printLogo(
      logoOf(160, 20, (x) => (x < 80 ? 0 : 255)),
      '80',
    )
    const row = [...(dots?.bits.subarray(0, dots.rowBytes) ?? [])]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
    expect(row).toMatch(/^1{169}0+$/)
  })

  it('is as dark as the picture in any shade, and pads the last byte of a row with white', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), (shade) => {
        const dots = printLogo(
          logoOf(100, 60, () => shade),
          '80',
        )
        // 211 by 127 dots.
        expect(Math.abs(blackOf(dots!) / (211 * 127) - (1 - shade / 255))).toBeLessThan(0.02)
        for (let row = 0; row < dots!.height; row++)
          expect(dots!.bits[(row + 1) * dots!.rowBytes - 1]! & 0b11111).toBe(0)
      }),
      { numRuns: 30 },
    )
  })

  it('is null for a JPEG and for an unreadable file', () => {
    expect(printLogo('data:image/jpeg;base64,/9j/', '80')).toBeNull()
    expect(printLogo('data:image/png;base64,iVBORw0KGgoAAAAA', '80')).toBeNull()
  })
})
