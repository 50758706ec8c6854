import { decode, encode } from 'fast-png'
import { expect, it } from 'vitest'
import { shrinkPicture } from './shrink-picture.ts'

const [width, height] = [40, 30]
/** A picture of one colour, except for a row of distinct colours. */
const picture = encode({
  width,
  height,
  channels: 3,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => (at < width * 3 ? (at * 7) % 256 : 200)),
})

it('keeps a picture of few colours exact, dot by dot', () => {
  const { data, palette, ...shrunk } = decode(shrinkPicture(picture))
  const original = decode(picture).data
  expect(shrunk).toMatchObject({ width, height })
  expect([...data].flatMap((index) => palette?.[index] ?? [])).toEqual([...original])
})

it('cuts off everything below the given height', () => {
  expect(decode(shrinkPicture(picture, 10))).toMatchObject({ width, height: 10 })
})

it('reduces more than 256 colours to 256 similar ones', () => {
  const side = 20
  const many = encode({
    width: side,
    height: side,
    channels: 3,
    data: Uint8Array.from({ length: side * side * 3 }, (_, at) => {
      const [row, column] = [Math.floor(at / 3 / side), Math.floor(at / 3) % side]
      return [row * 12, column * 12, 0][at % 3] ?? 0
    }),
  })
  const { palette, data } = decode(shrinkPicture(many))
  expect(palette).toHaveLength(256)
  const original = decode(many).data
  const differences = [...data].flatMap((index, dot) =>
    (palette?.[index] ?? []).map((part, at) => Math.abs(part - (original[dot * 3 + at] ?? 0))),
  )
  expect(Math.max(...differences)).toBeLessThan(40)
})
