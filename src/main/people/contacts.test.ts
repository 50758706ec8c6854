import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanName } from '../../shared/clean-name.ts'
import type { PersonView } from '../../shared/people/views.ts'
import { inEnglish, localTables } from '../../testing/exports/read-table.ts'
import { newAddress } from '../../testing/transfers/open-test-transfers.ts'
import { readCsv } from './read-csv.ts'
import { isVcards, readVcards } from './read-vcards.ts'
import { writeCsv, writeVcards } from './write-contacts.ts'

const address = newAddress()
const mum: PersonView = {
  id: '0b6c1f5e-6a53-4c0f-9a10-0000000000a1',
  name: 'Mum, "the" one; \\ Pérez',
  colour: 'rose',
  phones: ['+525512345678', '+12025550123'],
  emails: ['mum@example.org'],
  addresses: [address],
}
const contactOf = ({ id: _, ...person }: PersonView) => person
/** Reads the table of people; spaces in its numbers are for spreadsheets. */
const readTable = (people: readonly PersonView[], table = inEnglish) =>
  readCsv(writeCsv(people, table))?.map((one) => ({
    ...one,
    phones: one.phones.map((phone) => phone.replaceAll(' ', '')),
  }))

describe('a file of contacts', () => {
  it('has everything of a person when it is read again', () => {
    expect(readVcards(writeVcards([mum, mum]))).toEqual([contactOf(mum), contactOf(mum)])
    for (const table of localTables) expect(readTable([mum, mum], table)).toEqual([contactOf(mum), contactOf(mum)])
  })

  // Of the Big List of Naughty Strings, what breaks quoting, lines, directions and formulas.
  const naughty = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'a";,\\:=+-@\'\r\n\t \u202e\u200b\ufeff｢ÅΩ田🏳️‍🌈ﷺ') }),
    fc.constantFrom(
      'END:VCARD',
      '\nEND:VCARD\nBEGIN:VCARD\nVERSION:4.0\nFN:x\nTEL:1',
      '=HYPERLINK("http://x","y")',
      '__proto__',
      'constructor',
      '\\n\\,\\;',
      '%s%x',
      '{0}',
      '<script>alert(1)</script>',
      "'; DROP TABLE people; --",
      '\u0000',
      'null',
    ),
  )

  it('never makes two people of one, whatever the name is', () => {
    fc.assert(
      fc.property(naughty, fc.constantFrom(...localTables), (typed, table) => {
        const name = cleanName(typed)
        // An apostrophe before a formula is what a table adds by itself.
        fc.pre(name !== '' && !/(?:^|[,;]\s*)'/.test(name))
        const person = { ...mum, name }
        expect(readVcards(writeVcards([person]))).toEqual([contactOf(person)])
        expect(readTable([person], table)).toEqual([contactOf(person)])
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read without an error whatever is in it', () => {
    const lines = fc.array(
      fc.oneof(naughty, fc.constantFrom('BEGIN:VCARD', 'VERSION:4.0', 'FN:', 'TEL;', 'Name,Phone')),
    )
    fc.assert(
      fc.property(lines, (parts) => {
        const text = parts.join('\r\n')
        expect(Array.isArray(readVcards(text))).toBe(true)
        for (const one of readCsv(text) ?? [])
          expect(
            Object.values(one)
              .flat()
              .every((value) => typeof value === 'string'),
          ).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('vCards of phones', () => {
  const card = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Pérez;Ana;;;',
    'FN:Ana Pérez',
    'item1.TEL;type=CELL;type=pref:+52 55 1234 5678',
    'EMAIL;TYPE=INTERNET:ana@example.org',
    'PHOTO;ENCODING=b;TYPE=JPEG:AAAA',
    ' BBBB',
    'END:VCARD',
  ]
  const ana = {
    name: 'Ana Pérez',
    phones: ['+52 55 1234 5678'],
    emails: ['ana@example.org'],
    addresses: [],
    colour: '',
  }
  const nobody = { name: '', phones: [], emails: [], addresses: [], colour: '' }

  it('are read in version 3, with bare line feeds or carriage returns, and after a byte-order mark', () => {
    for (const text of [card.join('\r\n'), card.join('\n'), `\ufeff${card.join('\n')}\n`, card.join('\r')]) {
      expect(isVcards(text)).toBe(true)
      expect(readVcards(text)).toEqual([ana])
    }
  })

  it('are read in version 2.1, as old phones write them', () => {
    const old = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:P=C3=A9rez;Ana;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ana =',
      'P=C3=A9rez',
      'TEL;CELL;PREF:+52 55 1234 5678',
      'EMAIL;INTERNET:ana@example.org',
      'PHOTO;ENCODING=BASE64;JPEG:/9j/4AAQ',
      ' AAAA',
      '',
      'END:VCARD',
    ]
    expect(readVcards(old.join('\r\n'))).toEqual([ana])
    const latin = ['BEGIN:VCARD', 'VERSION:2.1', 'N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:P=E9rez;Ana=3B=2C']
    expect(readVcards([...latin, 'TEL;WORK:1', 'END:VCARD'].join('\n'))).toMatchObject([
      { name: 'Ana;, Pérez', phones: ['1'] },
    ])
  })

  it('are read in a moment, whatever their parameters are', () => {
    const crafted = [
      'FN;' + ';QUOTED-PRINTABLE'.repeat(100_000),
      'TEL;' + '"a"'.repeat(500_000),
      'FN;a:' + '=\n'.repeat(500_000),
    ]
    for (const line of crafted) expect(readVcards(`BEGIN:VCARD\nVERSION:2.1\n${line}\nEND:VCARD`)).toHaveLength(1)
  })

  it('never give one person the number of another one, where a card does not end', () => {
    const unclosed = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Luz', 'TEL:5587654321']
    expect(readVcards([...unclosed, ...card].join('\r\n'))).toEqual([nobody, ana])
    expect(readVcards([...card, ...unclosed].join('\r\n'))).toEqual([ana, nobody])
  })

  it.each([
    ['in the next lines', ['AGENT:', '', 'BEGIN:VCARD']],
    ['behind it', ['item2.AGENT;X=1:BEGIN:VCARD']],
  ])('never give somebody the number of the secretary whose card is inside: %s', (_, agent) => {
    const inner = [...agent, 'VERSION:2.1', 'FN:Luz', 'TEL;WORK:5587654321', 'END:VCARD']
    for (const at of [2, 4, 5])
      expect(readVcards([...card.slice(0, at), ...inner, ...card.slice(at)].join('\r\n'))).toEqual([ana])
    const unclosed = inner.filter((line) => line !== 'END:VCARD')
    expect(readVcards([...card.slice(0, 4), ...unclosed, ...card.slice(4)].join('\r\n'))).toEqual([nobody])
  })

  it('without a whole name have the given and the family name', () => {
    expect(readVcards(card.filter((line) => !line.startsWith('FN')).join('\r\n'))).toMatchObject([
      { name: 'Ana Pérez' },
    ])
  })
})

describe('tables of contacts', () => {
  it('are read with the headings of Google and of a spreadsheet in Spanish', () => {
    const google =
      'First Name,Last Name,Phone 1 - Label,Phone 1 - Value,E-mail 1 - Value\r\nAna,Pérez,Mobile,+52 55 1234 5678 ::: 5587654321,ana@example.org\r\n'
    expect(readCsv(google)).toMatchObject([
      { name: 'Ana Pérez', phones: ['+52 55 1234 5678', '5587654321'], emails: ['ana@example.org'] },
    ])
    expect(readCsv('\ufeffNombre;Teléfono;Correo;Dirección\nAna;5512345678;;Calle 5\n')).toEqual([
      { name: 'Ana', phones: ['5512345678'], emails: [], addresses: [], colour: '' },
    ])
  })

  it.each([
    ['Nombre,Apellidos,Teléfono móvil,Correo electrónico', 'Ana,Pérez'],
    ['Nome;Sobrenome;Celular;E-mail', 'Ana;Pérez'],
    ['Nome completo;Telefone;Celular', 'Ana Pérez;'],
    ['Prénom;Nom;Téléphone portable;Adresse e-mail', 'Ana;Pérez'],
    ['Nom complet;Tél.;Mobile;Courriel', 'Ana Pérez;'],
    ['Name,Given Name,Family Name,Phone 1 - Value', 'Ana Pérez,Ana,Pérez'],
  ])('are read with the headings of other address books: %s', (headings, name) => {
    const separator = headings.includes(';') ? ';' : ','
    const email = headings.split(separator).length > 3 ? `${separator}ana@example.org` : ''
    expect(readCsv(`${headings}\r\n${name}${separator}5512345678${email}\r\n`)).toMatchObject([
      { name: 'Ana Pérez', phones: ['5512345678'] },
    ])
  })

  it.each([
    ['Nombre,Número'],
    ['Nom;Numéro'],
    ['NAME,NUMBER'],
    ['Name,WhatsApp'],
    ['First Name,Middle Name,Phone 1 - Label,Phone 1 - Value'],
    ['Nombre,Etiqueta de teléfono,Teléfono 1 - Valor'],
    ['Nom,Téléphone (bureau)'],
    ['Prénom,Tél. mobile'],
    ['Nome,Telemóvel'],
    ['Nome,Telefone comercial 2'],
    ['Name,mobile_number'],
    ['Name,iPhone'],
    ['Name,Phone\r'],
  ])('have numbers under the headings of phones and spreadsheets: %j', (headings) => {
    const separator = headings.includes(';') ? ';' : ','
    const cells = headings
      .trim()
      .split(separator)
      .map((_, at, all) => (at === 0 ? 'Ana' : at === all.length - 1 ? '5512345678' : ''))
    const end = headings.endsWith('\r') ? '\r' : '\r\n'
    expect(readCsv(`${headings.trim()}${end}${cells.join(separator)}${end}`)).toMatchObject([
      { name: 'Ana', phones: ['5512345678'] },
    ])
  })

  it.each([
    'E-mail Address',
    'E-mail 2 Address',
    'Adresse de messagerie',
    'Adresse de messagerie 2',
    'Adresse électronique',
    'Dirección de correo electrónico',
    'Endereço de email',
    'Correio eletrônico',
    'Courriel',
    'E-mail 1 - Value',
  ])('have e-mail addresses under the headings of Google, Outlook and Apple: %s', (heading) => {
    expect(readCsv(`Name,${heading}\r\nAna,ana@example.org\r\n`)).toMatchObject([{ emails: ['ana@example.org'] }])
  })

  it('never give somebody the number of an assistant, or a fax', () => {
    const headings = 'Name,Phone,Assistant’s Phone,Business Fax,Télécopie (bureau),Teléfono de emergencia'
    expect(readCsv(`${headings}\r\nAna,5512345678,5511111111,5522222222,5533333333,5544444444\r\n`)).toMatchObject([
      { phones: ['5512345678'] },
    ])
  })

  it('have no phone under “Number” beside a column of phones', () => {
    expect(readCsv('Number,Name,Phone\r\n5587654321,Ana,5512345678\r\n')).toMatchObject([{ phones: ['5512345678'] }])
  })

  it.each([
    ['"+525512345678, +525587654321"', '+525512345678', '+525587654321'],
    ['5512345678/5587654321', '5512345678', '5587654321'],
    ['5512345678:::5587654321', '5512345678', '5587654321'],
    ['55 1234 5678 | 55 8765 4321', '55 1234 5678', '55 8765 4321'],
    ['030/1234567', '030/1234567'],
  ])('have every number of a cell: %s', (cell, ...phones) => {
    expect(readCsv(`Name,Phone\r\nAna,${cell}\r\n`)).toMatchObject([{ phones }])
  })

  it('are written so that a spreadsheet and other address books read the names and numbers', () => {
    expect(writeCsv([{ ...mum, name: '=Mum Pérez', addresses: [] }], inEnglish)).toBe(
      `\ufeffName,Phone,E-mail,Address,Colour\r\n'=Mum Pérez,"+52 55 1234 5678; +1 202 555 0123",mum@example.org,,rose\r\n`,
    )
  })

  it('are read behind the line that names the separator for Excel, and beside phonetic names', () => {
    expect(readCsv('sep=;\r\nName;Phonetic First Name;Phone\r\nAna;A1;5512345678\r\n')).toMatchObject([
      { name: 'Ana', phones: ['5512345678'] },
    ])
  })

  it('are none without a heading for a number or an address', () => {
    for (const text of ['', 'hello', 'a,b\r\n1,2\r\n', '{"a":1}']) expect(readCsv(text)).toBeNull()
    expect(isVcards('Name,Phone\r\n')).toBe(false)
  })
})
