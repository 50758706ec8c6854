import { createDecipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealer, SealError } from './seal.ts'

const key = randomBytes(32)
const sealer = createSealer(key)
const text = fc.string({ unit: 'grapheme' })

describe('seal', () => {
  it('opens to the same text for the same purpose', () => {
    fc.assert(
      fc.property(text, text, (plain, purpose) => {
        expect(sealer.unseal(sealer.seal(plain, purpose), purpose)).toBe(plain)
      }),
    )
  })

  it('is AES-256-GCM over version, nonce, ciphertext and tag', () => {
    const box = sealer.seal('hello', 'p')
    expect(box).toHaveLength(1 + 12 + 5 + 16)
    expect(box[0]).toBe(1)
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(1, 13))
    decipher.setAAD(Buffer.from('\u0001p')).setAuthTag(box.subarray(-16))
    expect(decipher.update(box.subarray(13, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('hello')
  })

  it('never seals the same twice', () => {
    expect(sealer.seal('a', 'p')).not.toEqual(sealer.seal('a', 'p'))
  })

  it('opens for no other purpose and with no other key', () => {
    const box = sealer.seal('secret', 'token:1')
    expect(() => sealer.unseal(box, 'token:2')).toThrow(SealError)
    expect(() => createSealer(randomBytes(32)).unseal(box, 'token:1')).toThrow(SealError)
  })

  it('detects every changed, missing or added byte', () => {
    const box = sealer.seal('secret', 'p')
    for (let position = 0; position < box.length; position += 1) {
      const changed = Uint8Array.from(box)
      changed[position] = (changed[position] ?? 0) ^ 1
      expect(() => sealer.unseal(changed, 'p')).toThrow(SealError)
      expect(() => sealer.unseal(box.subarray(0, position), 'p')).toThrow(SealError)
    }
    expect(() => sealer.unseal(Buffer.concat([box, Buffer.of(0)]), 'p')).toThrow(SealError)
  })

  it('keeps working when the caller wipes its key, and refuses keys of another size', () => {
    const own = randomBytes(32)
    const kept = createSealer(own)
    const box = kept.seal('x', 'p')
    own.fill(0)
    expect(kept.unseal(box, 'p')).toBe('x')
    expect(() => createSealer(randomBytes(16))).toThrow(RangeError)
  })
})
