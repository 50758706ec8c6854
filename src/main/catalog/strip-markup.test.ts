import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripMarkup } from './strip-markup.ts'

describe('stripMarkup', () => {
  it.each([
    ['plain text', 'plain text'],
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    ['a<br/>b<BR>c', 'a\nb\nc'],
    ['<ul><li>One</li><li>Two</li></ul>', '• One\n• Two'],
    ['Fish &amp; chips &#8364;5 &#x20AC;6 &nbsp;now &unknown;', 'Fish & chips €5 €6 now &unknown;'],
    ['<img src=x onerror=alert(1)>hello<script>alert(1)</script>', 'hello'],
    ['<style>p { color: red }</style>calm', 'calm'],
    ['<!-- hidden -->shown', 'shown'],
    ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
    ['\n\n\n\na\n\n\n\nb', 'a\n\nb'],
    ['&#0;&#xD800;&#1114112;x', 'x'],
  ])('%j reads %j', (markup, text) => {
    expect(stripMarkup(markup)).toBe(text)
  })

  it('keeps text without markup, except for its spaces', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\p{N} .,]*$/u), (text) => {
        expect(stripMarkup(text)).toBe(text.replace(/\s+/g, ' ').trim())
      }),
    )
  })

  it('is fast on hostile input', () => {
    const started = performance.now()
    for (const piece of ['<', '<!--', '<script>', '&#', '<li ', '</p', '<style']) stripMarkup(piece.repeat(50_000))
    expect(performance.now() - started).toBeLessThan(500)
  })
})
