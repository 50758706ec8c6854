import { expect, test } from 'vitest'
import { qrTextOf, readActivation } from './read-activation.ts'

const server = 'smdp.example.com'

test('an activation code is read with and without the prefix of its QR code', () => {
  const plain = { server, code: '04386-AGYFT-A74Y8-3F815', needsConfirmation: false }
  for (const text of [`LPA:1$${server}$${plain.code}`, `1$${server}$${plain.code}`, ` lpa:1$${server}$${plain.code}\n`])
    expect(readActivation(text)).toEqual(plain)
  // The examples of SGP.22: with an OID, with a confirmation code, and with neither a matching id nor an OID.
  const { code } = plain
  expect(readActivation(`1$${server}$${code}$1.3.6.1.4.1.31746$1`)).toEqual({ ...plain, needsConfirmation: true })
  expect(readActivation(`1$${server}$${code}$1.3.6.1.4.1.31746`)).toEqual(plain)
  expect(readActivation(`1$${server}$${code}$$1`)).toEqual({ ...plain, needsConfirmation: true })
  expect(readActivation(`1$${server}$`)).toEqual({ ...plain, code: '' })
})

test('an activation code is read from the link that opens the installation on a phone', () => {
  const card = `LPA:1$${server}$04386-AGYFT`
  const read = { server, code: '04386-AGYFT', needsConfirmation: false }
  for (const host of ['esimsetup.apple.com', 'esimsetup.android.com'])
    for (const value of [card, encodeURIComponent(card)]) {
      const link = `https://${host}/esim_qrcode_provisioning?carddata=${value}`
      expect(readActivation(link)).toEqual(read)
      expect(qrTextOf(link)).toBe(card)
    }
  expect(readActivation(`javascript:carddata=${card}`)).toBeNull()
  expect(readActivation('https://esimsetup.apple.com/?other=1')).toBeNull()
})

test('anything else is none', () => {
  const others = ['', 'ABCD-1234', '2$smdp.example.com$X', '1$localhost$X', '1$smdp.example.com', '1$a b.com$X', 'LPA:']
  for (const text of [...others, `1$${server}$X Y`, `1$${server}$<b>`]) expect(readActivation(text)).toBeNull()
})

test('a QR code always has its prefix once', () => {
  expect(qrTextOf(' lpa: 1$ smdp.example.com $ABC$$1\n')).toBe('LPA:1$smdp.example.com$ABC$$1')
  expect([qrTextOf('1$a.b$C'), qrTextOf('LPA:1$a.b$C')]).toEqual(['LPA:1$a.b$C', 'LPA:1$a.b$C'])
})
