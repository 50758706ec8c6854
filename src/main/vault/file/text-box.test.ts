import { expect, it } from 'vitest'
import { cheapKeyCost } from '../../../testing/vault/vault.ts'
import { toBytes, toPasswordBytes } from '../secret-bytes.ts'
import { isTextBox, openText, sealText } from './text-box.ts'

const password = toPasswordBytes('correct horse battery staple 7')
const plain = toBytes('FN:Mum Pérez')

it('opens with its password only, and shows nothing of its text', async () => {
  const file = await sealText(plain, password, cheapKeyCost)
  expect(isTextBox(file)).toBe(true)
  expect(file).not.toMatch(/Mum|FN/)
  expect(file).not.toContain(Buffer.from(plain).toString('hex'))
  expect(Buffer.from(await openText(file, password)).toString('utf8')).toBe('FN:Mum Pérez')
  await expect(openText(file, toPasswordBytes('another one'))).rejects.toMatchObject({ code: 'wrong-password' })
})

it('does not open if anything in it was changed', async () => {
  const file = await sealText(plain, password, cheapKeyCost)
  const { bytes } = (JSON.parse(file) as { box: { bytes: string } }).box
  const flipped = (bytes.startsWith('0') ? '1' : '0') + bytes.slice(1)
  await expect(openText(file.replace(bytes, flipped), password)).rejects.toMatchObject({ code: 'wrong-password' })
  const other = await sealText(plain, password, cheapKeyCost)
  const saltOf = (text: string): string => (JSON.parse(text) as { kdf: { salt: string } }).kdf.salt
  await expect(openText(file.replace(saltOf(file), saltOf(other)), password)).rejects.toMatchObject({
    code: 'wrong-password',
  })
})

it('is refused if it costs too much to open, or is no such file', async () => {
  const file = await sealText(plain, password, cheapKeyCost)
  const costly = file.replace(/"passes":\d+/, '"passes":99')
  expect(isTextBox(costly)).toBe(false)
  await expect(openText(costly, password)).rejects.toMatchObject({ code: 'vault-damaged' })
  for (const text of ['', '{', '{}', 'BEGIN:VCARD', 'null']) {
    expect(isTextBox(text)).toBe(false)
    await expect(openText(text, password)).rejects.toMatchObject({ code: 'vault-damaged' })
  }
})
