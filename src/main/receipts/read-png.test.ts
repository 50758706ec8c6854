import fc from 'fast-check'
import { deflateSync } from 'node:zlib'
import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { readPng } from './read-png.ts'

const shadesOf = (base64: string): number[] => [...(readPng(Buffer.from(base64, 'base64'))?.shades ?? [])]

/** A chunk with an unchecked checksum. */
function chunk(name: string, data: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)])
}

function pngOf(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), ...chunks, chunk('IEND', Buffer.alloc(0))])
}

describe('a PNG', () => {
  // Four by two dots, made with ImageMagick, in each colour type: black, red, white, white; below white, white, a middle grey, white.
  it.each([
    [
      'one bit of grey',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACAQAAAABX00DOAAAADElEQVQI12MwYPgAAAGEASHyvTNLAAAAAElFTkSuQmCC',
      [0, 0, 255],
      255,
    ],
    [
      'two bits of grey',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACAgAAAAAQczoeAAAADElEQVQI12PQZ/gMAAGEASNbghruAAAAAElFTkSuQmCC',
      [0, 170, 255],
      0,
    ],
    [
      'four bits of grey',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACBAAAAACfM8++AAAADklEQVQI12Ng+8/wnx8ABi0CFMFRBL8AAAAASUVORK5CYII=',
      [0, 102, 255],
      0,
    ],
    [
      'eight bits of grey',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAAAAABawyK/AAAAEklEQVQI12NgMPv/n+H//4b/ABelBbKAcllQAAAAAElFTkSuQmCC',
      [0, 54, 255],
      128,
    ],
    [
      'sixteen bits of grey',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACEAAAAAAKU/78AAAAGUlEQVQI1wXBAQEAAAjDoKV6PpsjVBsEdzxUZQtjjgmAcQAAAABJRU5ErkJggg==',
      [0, 54, 255],
      128,
    ],
    [
      'colours',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAG0lEQVQI1wXBgQEAIAzDIObnvTzCIRRepbbhA3B0CX9y165aAAAAAElFTkSuQmCC',
      [0, 76, 255],
      128,
    ],
    [
      'a palette',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACAgMAAAACxpXwAAAADFBMVEUAAAD/AAD///+AgIC7DVGHAAAADElEQVQI12OQYlgHAAEAAMlfZL1bAAAAAElFTkSuQmCC',
      [0, 76, 255],
      128,
    ],
    [
      'grey with alpha',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAQAAADVobXoAAAAGElEQVQI1wXBAQEAAAjDoKV6PpsjlIHg8HDQDao8A4WDAAAAAElFTkSuQmCC',
      [0, 54, 255],
      128,
    ],
    [
      'colours with alpha',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAHUlEQVQI1z3EsQEAIADDIPTzXh43GTgof7eibAMPtk8KfjAPpyEAAAAASUVORK5CYII=',
      [0, 76, 255],
      128,
    ],
    [
      'colours in seven passes',
      'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAAGHzdqiAAAAGklEQVQI1wXBAQEAAAjDoNn8zRGqwqkI2IYHt/8Qc5eZSqUAAAAASUVORK5CYII=',
      [0, 76, 255],
      128,
    ],
  ])('of %s is read', (_, base64, [black, red, white], grey) => {
    expect(shadesOf(base64)).toEqual([black, red, white, 255, 255, 255, grey, 255])
  })

  it('is white where it is transparent', () => {
    const data = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 128])
    expect([...(readPng(encode({ width: 3, height: 1, data, channels: 4 }))?.shades ?? [])]).toEqual([255, 0, 127])
  })

  it('is read correctly at any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), (width, height) => {
        const data = Uint8Array.from({ length: width * height }, (_, at) => (at * 37) % 256)
        expect(readPng(encode({ width, height, data, channels: 1 }))).toEqual({ width, height, shades: data })
      }),
    )
  })

  it('that is invalid, truncated or too large gives null', () => {
    const good = Buffer.from(encode({ width: 9, height: 9, data: new Uint8Array(81), channels: 1 }))
    expect(readPng(good)).not.toBeNull()
    for (let end = 0; end < good.length - 20; end++) expect(readPng(good.subarray(0, end))).toBeNull()
    expect(readPng(encode({ width: 1025, height: 1, data: new Uint8Array(1025), channels: 1 }))).toBeNull()
    expect(readPng(pngOf(0, 5))).toBeNull()
  })

  it('is never unpacked beyond its dots, nor its other chunks', () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(60_000)
    expect(readPng(pngOf(4, 4, chunk('IDAT', bomb)))).toBeNull()
    const rows = deflateSync(Buffer.alloc(20))
    const profile = Buffer.concat([Buffer.from('name\0\0', 'latin1'), Buffer.from('no profile at all')])
    expect(readPng(pngOf(4, 4, chunk('iCCP', profile), chunk('IDAT', rows)))?.shades).toEqual(new Uint8Array(16))
  })
})
