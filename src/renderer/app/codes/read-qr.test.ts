import { afterEach, expect, test, vi } from 'vitest'
import { readQr } from './read-qr.ts'

const decode = vi.fn(async () => {
  throw new Error('Decoded')
})
vi.stubGlobal('createImageBitmap', decode)
afterEach(() => decode.mockClear())

const text = (ascii: string): number[] => [...ascii].map((sign) => sign.charCodeAt(0))
const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** (bytes - 1 - index)) % 256)
const little = (value: number, bytes: number): number[] => big(value, bytes).toReversed()

/** The beginnings of pictures of this size. */
const heads: Record<string, (width: number, height: number) => number[]> = {
  PNG: (width, height) => [
    0x89,
    ...text('PNG\r\n\x1a\n'),
    ...big(13, 4),
    ...text('IHDR'),
    ...big(width, 4),
    ...big(height, 4),
  ],
  JPEG: (width, height) =>
    [
      [0xff, 0xd8, 0xff, 0xe1, ...big(6, 2), ...text('Exif'), 0xff, 0xc4, ...big(3, 2), 0],
      [0xff, 0xff, 0xc2, ...big(17, 2), 8, ...big(height, 2), ...big(width, 2)],
    ].flat(),
  GIF: (width, height) => [...text('GIF89a'), ...little(width, 2), ...little(height, 2)],
  BMP: (width, height) => [
    ...text('BM'),
    ...big(0, 12),
    ...little(40, 4),
    ...little(width, 4),
    ...little(2 ** 32 - height, 4),
  ],
  'lossy WebP': (width, height) =>
    [
      [...text('RIFF'), ...big(0, 4), ...text('WEBPVP8 '), ...big(0, 7), 0x9d, 0x01, 0x2a],
      [...little(width, 2), ...little(height, 2)],
    ].flat(),
  'lossless WebP': (width, height) =>
    [
      [...text('RIFF'), ...big(0, 4), ...text('WEBPVP8L'), ...big(0, 4), 0x2f],
      little(((width - 1) % 16384) + ((height - 1) % 16384) * 16384, 4),
    ].flat(),
  'extended WebP': (width, height) =>
    [
      [...text('RIFF'), ...big(0, 4), ...text('WEBPVP8X'), ...big(0, 8)],
      [...little(width - 1, 3), ...little(height - 1, 3)],
    ].flat(),
  AVIF: (width, height) =>
    [
      [...big(24, 4), ...text('ftypavif'), ...big(0, 12)],
      [...text('ispe'), ...big(0, 4), ...big(512, 4), ...big(512, 4)],
      [...text('ispe'), ...big(0, 4), ...big(width, 4), ...big(height, 4)],
    ].flat(),
}
const pictureOf = (head: number[]): Blob => new Blob([Uint8Array.from([...head, ...big(0, 64)])])

test.each(Object.keys(heads))(
  'a huge %s is refused before it is decoded, and one of a phone’s camera is not',
  async (kind) => {
    expect(await readQr(pictureOf(heads[kind]?.(16_000, 16_000) ?? []))).toEqual({ problem: 'large' })
    expect(decode).not.toHaveBeenCalled()
    expect(await readQr(pictureOf(heads[kind]?.(8064, 6048) ?? []))).toEqual({ problem: 'none' })
    expect(decode).toHaveBeenCalledTimes(1)
  },
)

test('a picture whose size is not known is not decoded', async () => {
  const cut = Object.values(heads).map((head) => head(10, 10).slice(0, 9))
  const jpegs = [
    [0xff, 0xd8, 0xff, 0xe0, 0, 0],
    [0xff, 0xd8, 0xff, 0xd9],
    [0xff, 0xd8, 1],
  ]
  for (const head of [[], text('<svg width="99999">'), ...cut, ...jpegs])
    expect(await readQr(new Blob([Uint8Array.from(head)]))).toEqual({ problem: 'none' })
  expect(decode).not.toHaveBeenCalled()
})

test('a large file is refused unread', async () => {
  const file = new Blob([])
  vi.spyOn(file, 'size', 'get').mockReturnValue(20_000_001)
  expect(await readQr(file)).toEqual({ problem: 'large' })
})
