// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { textOfFile } from './text-of-file.ts'

const utf16 = Uint8Array.from(Buffer.from('\ufeffName\tPérez', 'utf16le'))

test.each([
  ['UTF-8', new TextEncoder().encode('Name,Pérez'), 'Name,Pérez'],
  ['the table of an old Excel', Uint8Array.from([78, 44, 80, 0xe9, 0x80]), 'N,Pé€'],
  ['the text of Excel', utf16, 'Name\tPérez'],
  [
    'UTF-16 with the other byte first',
    Uint8Array.from(Buffer.from('\ufeffName\tPérez', 'utf16le').swap16()),
    'Name\tPérez',
  ],
])('%s has the letters it was written with', async (_, bytes, text) => {
  expect(await textOfFile(new File([bytes], 'contacts'))).toBe(text)
})

test('leaves out pictures, which would be most of a file', async () => {
  const picture = `item1.PHOTO;ENCODING=b:${'A'.repeat(70)}${`\r\n ${'B'.repeat(74)}`.repeat(80_000)}\r\n`
  const text = await textOfFile(new File([`FN:Ana\r\n${picture}TEL:1\r\nLOGO:x`], 'contacts.vcf'))
  expect(text).toBe('FN:Ana\r\nTEL:1\r\n')
  const old = new File(['FN:Ana\rPHOTO;JPEG:AAAA\r BBBB\rTEL:1\r'], 'contacts.vcf')
  expect(await textOfFile(old)).toBe('FN:Ana\rTEL:1\r')
})

test('says that a file is too large, and reads none of it', async () => {
  for (const size of [5_000_001, 50_000_001])
    await expect(textOfFile(new File([new Uint8Array(size).fill(65)], 'contacts'))).rejects.toMatchObject({
      details: { reason: 'contacts-too-large' },
    })
})
